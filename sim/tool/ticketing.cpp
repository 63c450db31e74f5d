#include "sim/tool/ticketing.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "sim/json/write.h"
#include "sim/tool/tool_schema.h"

namespace reprise {
namespace {

constexpr std::int64_t default_latency_ns = 1'000'000;
constexpr std::int64_t id_max = 1'000'000'000'000'000;
constexpr std::string_view statuses[] = {"open", "closed", "escalated", "on_hold"};
constexpr std::string_view changeable[] = {"status", "tier", "description"};

Json ticket(std::int64_t id, std::string_view customer, std::string_view status,
            std::string_view tier, std::string_view description) {
  return JsonObject{{"id", id},
                    {"customer_id", customer},
                    {"status", status},
                    {"tier", tier},
                    {"description", description}};
}

JsonArray default_tickets() {
  return {ticket(1, "CUST-003", "open", "unknown", "Login page shows an error"),
          ticket(2, "CUST-004", "open", "unknown", "Invoices are not sent")};
}

Json not_found(const Json* id) {
  return JsonObject{{"error", fmt::format("no ticket {}", id ? to_json(*id) : "without an id")}};
}

class Ticketing : public Toolset {
 public:
  explicit Ticketing(SectionReader section)
      : latency_ns_(section.duration_ns("latency", default_latency_ns)) {
    const Json* tickets = section.any("tickets");
    tickets_ = tickets && tickets->as_array() ? *tickets->as_array() : default_tickets();
    check_tickets(section.sections("tickets"));
    section.any("kind");
    section.finish();
  }

  std::vector<ToolSpec> specs() const override {
    constexpr std::string_view id = "Number of the ticket";
    constexpr std::string_view status = "open, closed, escalated or on_hold";
    return {{"create_ticket", "Opens a ticket for a customer.",
             object_schema({{"customer_id", "string", "Id of the customer"},
                            {"description", "string", "What the ticket is about"},
                            {"tier", "string", "Tier of the customer", false}})},
            {"get_ticket", "Reads one ticket.", object_schema({{"ticket_id", "number", id}})},
            {"update_ticket", "Changes status, tier or description of a ticket.",
             object_schema({{"ticket_id", "number", id},
                            {"status", "string", status, false},
                            {"tier", "string", "Tier of the customer", false},
                            {"description", "string", "New description", false}})},
            {"search_tickets", "Lists the tickets of a customer.",
             object_schema({{"customer_id", "string", "Id of the customer"}})}};
  }

  ToolAnswer call(std::string_view tool, const Json& arguments) override {
    ToolAnswer answer;
    if (tool == "create_ticket") {
      answer.result = create(arguments);
    } else if (tool == "get_ticket") {
      const Json* found = find(arguments.find("ticket_id"));
      answer.result = found ? *found : not_found(arguments.find("ticket_id"));
    } else if (tool == "search_tickets") {
      answer.result = search(arguments.text_at("customer_id"));
    } else {
      answer = update(arguments);
    }
    answer.nominal_ns = latency_ns_;
    return answer;
  }

  Json state() const override { return JsonObject{{"tickets", tickets_}}; }

 private:
  // Tickets have an id each; their further members are free.
  static void check_tickets(std::vector<SectionReader> tickets) {
    std::set<std::int64_t> ids;
    for (SectionReader& ticket : tickets) {
      if (!ticket.has("id")) ticket.report("id", "a ticket needs a number of its own: add it");
      if (!ids.insert(ticket.integer("id", 0, 1, id_max)).second) {
        ticket.report("id", "another ticket has this number already");
      }
    }
  }

  // Ids are compared as numbers: 57 and 57.0 are the same ticket.
  Json* find(const Json* id) {
    const auto number = id ? id->as_int64() : std::nullopt;
    const auto found = std::find_if(tickets_.begin(), tickets_.end(), [&](const Json& ticket) {
      const Json* own = ticket.find("id");
      return number && own && own->as_int64() == number;
    });
    return found == tickets_.end() ? nullptr : &*found;
  }

  Json create(const Json& arguments) {
    std::int64_t id = 0;
    for (const Json& ticket : tickets_) {
      const Json* own = ticket.find("id");
      id = std::max(id, own ? own->as_int64().value_or(0) : 0);
    }
    const std::string_view tier = arguments.text_at("tier");
    tickets_.push_back(ticket(++id, arguments.text_at("customer_id"), "open",
                              tier.empty() ? "unknown" : tier, arguments.text_at("description")));
    return JsonObject{{"status", "created"}, {"ticket_id", id}};
  }

  Json search(std::string_view customer) const {
    JsonArray found;
    for (const Json& ticket : tickets_) {
      if (ticket.text_at("customer_id") == customer) found.push_back(ticket);
    }
    return JsonObject{{"tickets", std::move(found)}};
  }

  ToolAnswer update(const Json& arguments) {
    ToolAnswer answer;
    const Json* id = arguments.find("ticket_id");
    Json* ticket = find(id);
    const bool has_status = arguments.find("status") != nullptr;
    const std::string_view status = arguments.text_at("status");
    if (!ticket) {
      answer.result = not_found(id);
    } else if (has_status &&
               std::find(std::begin(statuses), std::end(statuses), status) == std::end(statuses)) {
      answer = failed_tool("ValueError", fmt::format("unknown status '{}'", status));
    } else {
      for (std::string_view member : changeable) {
        if (const Json* value = arguments.find(member)) ticket->set(member, *value);
      }
      answer.result = JsonObject{{"status", "updated"}, {"ticket_id", *id}};
    }
    return answer;
  }

  std::int64_t latency_ns_;
  JsonArray tickets_;
};

}  // namespace

std::unique_ptr<Toolset> make_ticketing(SectionReader section) {
  return std::make_unique<Ticketing>(std::move(section));
}

}  // namespace reprise
