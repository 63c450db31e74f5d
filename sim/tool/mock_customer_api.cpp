#include "sim/tool/mock_customer_api.h"

#include <fmt/format.h>

#include "sim/fault/rate.h"
#include "sim/tool/tool_schema.h"

namespace reprise {
namespace {

constexpr std::int64_t default_latency_ns = 1'000'000;

Json profile(std::string_view name, std::string_view tier, std::string_view status,
             bool credit_hold) {
  return JsonObject{
      {"name", name}, {"tier", tier}, {"status", status}, {"credit_hold", credit_hold}};
}

Json default_customers() {
  return JsonObject{{"CUST-001", profile("Alice Moreau", "standard", "active", false)},
                    {"CUST-002", profile("Bruno Keller", "premium", "inactive", false)},
                    {"CUST-003", profile("Carla Jensen", "enterprise", "active", false)},
                    {"CUST-004", profile("Dario Fontana", "enterprise", "active", true)}};
}

class MockCustomerApi : public Toolset {
 public:
  MockCustomerApi(SectionReader section, const RandomKey& key)
      : key_(key),
        failure_rate_(to_rate(rate(section, "failure_rate"))),
        rate_limit_rate_(to_rate(rate(section, "rate_limit_prob"))),
        latency_ns_(section.duration_ns("latency", default_latency_ns)) {
    const Json* customers = section.object("customers", "profiles by id");
    customers_ = customers ? *customers : default_customers();
    if (customers) check_profiles(section.section("customers"));
    if (failure_rate_.atto + rate_limit_rate_.atto > rate_one.atto) {
      section.report("failure_rate", "failure_rate and rate_limit_prob add up to more than 1");
    }
    section.any("kind");
    section.finish();
  }

  std::vector<ToolSpec> specs() const override {
    return {{"get_customer_profile", "Looks up a customer's profile by id.",
             object_schema({{"customer_id", "string", "Id of the customer, e.g. CUST-001"}})}};
  }

  ToolAnswer call(std::string_view, const Json& arguments) override {
    ToolAnswer answer = answer_to(arguments.text_at("customer_id"));
    answer.nominal_ns = latency_ns_;
    return answer;
  }

  Json state() const override { return JsonObject{{"customers", customers_}}; }

 private:
  static Decimal rate(SectionReader& section, std::string_view name) {
    const Decimal value = section.decimal(name, {0, 0});
    std::int64_t one = 1;
    for (int i = 0; i < value.digits; ++i) one *= 10;
    if (value.numerator >= 0 && value.numerator <= one) return value;
    section.report(name, "expected a rate from 0 to 1");
    return {0, 0};
  }

  static void check_profiles(SectionReader customers) {
    for (const JsonMember& member : *customers.value().as_object()) customers.section(member.key);
    customers.finish();
  }

  ToolAnswer answer_to(std::string_view customer) {
    const std::uint64_t draw = random_bits(key_, "mock_customer_api", ++calls_);
    Rate either = rate_limit_rate_;
    either.atto += failure_rate_.atto;
    if (is_below(draw, rate_limit_rate_)) {
      return failed_tool("RateLimitError", "429 Too Many Requests: slow down and try again later.");
    }
    if (is_below(draw, either)) {
      return failed_tool("InternalServerError",
                         "500 Internal Server Error: the database timed out.");
    }
    ToolAnswer answer;
    const Json* found = customers_.find(customer);
    // Not found is an answer, no failure.
    answer.result =
        found ? *found : Json(JsonObject{{"error", fmt::format("no customer {}", customer)}});
    return answer;
  }

  RandomKey key_;
  Rate failure_rate_;
  Rate rate_limit_rate_;
  std::int64_t latency_ns_;
  Json customers_;
  std::uint64_t calls_ = 0;
};

}  // namespace

std::unique_ptr<Toolset> make_mock_customer_api(SectionReader section, const RandomKey& key) {
  return std::make_unique<MockCustomerApi>(std::move(section), key);
}

}  // namespace reprise
