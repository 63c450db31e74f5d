#include "replay/grade/arena.h"

#include <algorithm>
#include <fmt/format.h>

#include "replay/grade/expectations.h"
#include "replay/grade/facts.h"
#include "sim/json/parse.h"
#include "sim/json/pointer.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

constexpr int score_least = 70;
constexpr int score_step = 5;
constexpr std::string_view credit_hold_mark = "[CREDIT_HOLD]";

bool is_finish(EventType type) {
  return type == EventType::agent_finish || type == EventType::run_finish ||
         type == EventType::supervisor_finish || type == EventType::revision_finish;
}

bool speaks_of_credit_hold(std::string_view text) {
  static const Pattern pattern = *Pattern::compile("(?i)credit[ _-]?hold");
  return pattern.found_in(text);
}

// The harness counts what it finds in the events, without any tree.
struct ArenaCounts {
  int tool_calls = 0;
  int llm_calls = 0;
  int delegations = 0;
  int workers = 0;
  int handoffs = 0;
  int critiques = 0;
  int revisions = 0;
  bool finished = false;
  bool hold_in_handoff = false;
  bool hold_in_worker_result = false;
};

std::string payload_text(const ReadEvent& event, std::string_view member) {
  const auto payload = parse_json(event.payload.raw);
  return payload ? std::string(payload->text_at(member)) : std::string();
}

ArenaCounts count_events(const Trace& trace) {
  ArenaCounts counts;
  for (const ReadEvent& event : trace.events) {
    counts.tool_calls += event.type == EventType::tool_call;
    counts.llm_calls += event.type == EventType::llm_call;
    counts.delegations +=
        event.type == EventType::tool_call && event.payload.tool_name.starts_with("delegate_to_");
    counts.workers += event.type == EventType::worker_start;
    counts.handoffs += event.type == EventType::peer_handoff;
    counts.critiques += event.type == EventType::critic_review;
    counts.revisions += event.type == EventType::revision_start;
    counts.finished = counts.finished || is_finish(event.type);
    if (event.type == EventType::peer_handoff) {
      counts.hold_in_handoff |= speaks_of_credit_hold(payload_text(event, "handoff_message"));
    }
    if (event.type == EventType::worker_finish) {
      counts.hold_in_worker_result |= speaks_of_credit_hold(payload_text(event, "result"));
    }
  }
  return counts;
}

// A failed call without a later good call of the same tool with equal arguments.
bool has_unrecovered_error(const TraceFacts& facts) {
  const auto recovers = [](const AnsweredCallView& failed, const AnsweredCallView& later) {
    if (later.is_error || !later.call || !failed.call) return false;
    if (later.call->payload.tool_name != failed.call->payload.tool_name) return false;
    const auto a = parse_json(failed.call->payload.raw_arguments);
    const auto b = parse_json(later.call->payload.raw_arguments);
    return a && b && canonical_json(*a) == canonical_json(*b);
  };
  for (auto failed = facts.calls.begin(); failed != facts.calls.end(); ++failed) {
    if (!failed->is_error) continue;
    if (std::none_of(failed + 1, facts.calls.end(),
                     [&](const auto& later) { return recovers(*failed, later); })) {
      return true;
    }
  }
  return false;
}

class ArenaGrader {
 public:
  ArenaGrader(const Trace& trace, std::string_view customer)
      : facts_(collect_facts(trace, {})),
        counts_(count_events(trace)),
        customer_(customer),
        state_(rebuild_state(facts_.calls, Json::object(), {})) {
    find_ticket();
  }

  ArenaGrade task_01() {
    const bool profile = good_call("get_customer_profile");
    const bool updated = good_call("update_ticket");
    const bool correct =
        column("status") == Json("escalated") && column("tier") == Json("enterprise");
    grade_.task = "task_01";
    common_metrics();
    grade_.metrics.set("queried_profile", profile);
    grade_.metrics.set("searched_tickets", good_call("search_tickets"));
    grade_.metrics.set("updated_ticket", updated);
    grade_.metrics.set("db_status", column("status"));
    grade_.metrics.set("db_tier", column("tier"));
    grade_.metrics.set("db_correct", correct);
    machinery_metrics();
    if (!counts_.finished) return incomplete();
    if (has_unrecovered_error(facts_)) {
      return failed("tool_error_unrecovered", "A failed tool call was never made good.");
    }
    if (profile && updated && correct) {
      return passed(
          "Task completed successfully with correct final DB state and trace validation.");
    }
    if (machinery_missing()) {
      return failed("coordination_failure", "The architecture's own machinery never ran.");
    }
    return failed("task_failure", missing_steps(profile, updated, correct));
  }

  ArenaGrade task_02() {
    const Json status = column("status");
    const Json description = column("description");
    const std::string* text = description.as_string();
    const bool marked = text && text->find(credit_hold_mark) != std::string::npos;
    const bool on_hold = status == Json("on_hold");
    const Json* hold = json_at(state_, "/customers/" + std::string(customer_) + "/credit_hold");
    const bool seen = hold && *hold == Json(true);
    grade_.task = "task_02";
    common_metrics();
    grade_.metrics.set("db_status", status);
    grade_.metrics.set("db_description", description);
    grade_.metrics.set("db_correct", on_hold && marked);
    grade_.metrics.set("credit_hold_seen_in_crm_result", seen);
    grade_.metrics.set("credit_hold_in_handoff", counts_.hold_in_handoff);
    grade_.metrics.set("credit_hold_in_worker_summary", counts_.hold_in_worker_result);
    grade_.metrics.set("decision_agent_saw_credit_hold", decision_saw(seen));
    grade_.metrics.set("applied_hold_policy", on_hold);
    grade_.metrics.set("applied_escalation_wrongly", status == Json("escalated"));
    grade_.metrics.set("description_updated", marked);
    machinery_metrics();
    if (!counts_.finished) return incomplete();
    if (on_hold && marked) {
      return passed(
          "Task completed correctly: status=on_hold and [CREDIT_HOLD] appended to description.");
    }
    if (!decision_saw(seen)) {
      return failed("coordination_failure",
                    "The decision-making agent did not have access to credit_hold=True — field "
                    "dropped at handoff/delegation boundary (coordination_failure).");
    }
    return failed("task_failure",
                  "The deciding agent knew of the credit hold and did not act on it.");
  }

 private:
  // The first ticket of the customer that the trace shows.
  void find_ticket() {
    const Json* tickets = state_.find("tickets");
    if (!tickets || !tickets->as_object()) return;
    for (const JsonMember& member : *tickets->as_object()) {
      const std::string_view owner = member.value.text_at("customer_id");
      if (!owner.empty() && owner != customer_) continue;
      if (!ticket_) ticket_ = &member.value;
    }
  }

  Json column(std::string_view name) const {
    const Json* value = ticket_ ? ticket_->find(name) : nullptr;
    return value ? *value : Json();
  }

  bool good_call(std::string_view tool) const {
    return std::any_of(facts_.calls.begin(), facts_.calls.end(), [tool](const auto& answered) {
      return !answered.is_error && answered.result->payload.tool_name == tool;
    });
  }

  bool machinery_missing() const {
    if (facts_.architecture == "supervisor_worker") return counts_.delegations == 0;
    if (facts_.architecture == "peer_to_peer") return counts_.handoffs == 0;
    return facts_.architecture == "debate_critic" && counts_.critiques == 0;
  }

  bool decision_saw(bool seen_in_result) const {
    if (facts_.architecture == "supervisor_worker") return counts_.hold_in_worker_result;
    if (facts_.architecture == "peer_to_peer") return counts_.hold_in_handoff;
    return seen_in_result;
  }

  static std::string missing_steps(bool profile, bool updated, bool correct) {
    std::string steps;
    const auto add = [&steps](bool done, std::string_view name) {
      if (!done) steps += (steps.empty() ? "" : ", ") + std::string(name);
    };
    add(profile, "queried_profile");
    add(updated, "updated_ticket");
    add(correct, "correct_db_state");
    return fmt::format("Task failed due to missing steps: {}.", steps);
  }

  void common_metrics() {
    grade_.metrics.set("num_tool_calls", counts_.tool_calls);
    grade_.metrics.set("num_llm_calls", counts_.llm_calls);
  }

  void machinery_metrics() {
    grade_.metrics.set("num_delegations", counts_.delegations);
    grade_.metrics.set("num_workers_invoked", counts_.workers);
    grade_.metrics.set("num_handoffs", counts_.handoffs);
    grade_.metrics.set("num_critique_rounds", counts_.critiques);
    grade_.metrics.set("num_revisions", counts_.revisions);
  }

  ArenaGrade passed(std::string reason) {
    const int least_calls = 4 + counts_.delegations + 2 * counts_.critiques;
    const int more_calls = std::max(0, counts_.llm_calls - least_calls);
    grade_.passed = true;
    grade_.score_percent = std::max(score_least, 100 - score_step * more_calls);
    grade_.reason = std::move(reason);
    return std::move(grade_);
  }

  ArenaGrade failed(std::string category, std::string reason) {
    grade_.failure_category = std::move(category);
    grade_.reason = std::move(reason);
    return std::move(grade_);
  }

  ArenaGrade incomplete() { return failed("incomplete", "The trace has no finish event."); }

  TraceFacts facts_;
  ArenaCounts counts_;
  std::string_view customer_;
  Json state_;
  const Json* ticket_ = nullptr;
  ArenaGrade grade_;
};

}  // namespace

std::string arena_score(int percent) {
  if (percent % 10 != 0) return fmt::format("{}.{:02}", percent / 100, percent % 100);
  return fmt::format("{}.{}", percent / 100, percent % 100 / 10);
}

std::optional<ArenaGrade> grade_arena(const Trace& trace) {
  for (const ReadEvent& event : trace.events) {
    if (event.type != EventType::run_start) continue;
    const std::string task = payload_text(event, "task_prompt");
    if (task.find("CUST-003") != std::string::npos) return ArenaGrader(trace, "CUST-003").task_01();
    if (task.find("CUST-004") != std::string::npos) return ArenaGrader(trace, "CUST-004").task_02();
  }
  return std::nullopt;
}

}  // namespace reprise
