#include "sim/retry/error_class.h"

#include <algorithm>

#include "sim/base/check.h"
#include "sim/retry/error_rows.h"

namespace reprise {
namespace {

bool is_google(const SdkProfile& sdk) {
  return sdk.name.starts_with("google-");
}

const GoogleCode* code_by_word(std::string_view word) {
  const auto codes = google_codes();
  const auto found = std::ranges::find(codes, word, &GoogleCode::word);
  return found == codes.end() ? nullptr : &*found;
}

const GoogleCode* code_by_status(int status) {
  const auto codes = google_codes();
  const auto found = std::ranges::find(codes, status, &GoogleCode::status);
  return found == codes.end() ? nullptr : &*found;
}

// What the rows are compared with.
struct Symptom {
  FailureKind kind;
  int status;
  std::string_view code;
};

// Google's clients go by the code in the body wherever it stands: an error inside a 200 is raised
// like the status that the code stands for.
Symptom google_symptom(const AttemptFailure& failure) {
  Symptom symptom{failure.kind, failure.status, {}};
  const bool in_body =
      failure.kind == FailureKind::stream_error || failure.kind == FailureKind::body_error;
  if (in_body) symptom.kind = FailureKind::status;
  const GoogleCode* code = code_by_word(failure.type);
  if (code == nullptr) code = code_by_status(failure.status);
  if (code == nullptr) return symptom;
  symptom.code = code->word;
  if (in_body) symptom.status = code->status;
  return symptom;
}

Symptom symptom_of(const SdkProfile& sdk, const AttemptFailure& failure) {
  if (is_google(sdk)) return google_symptom(failure);
  return {failure.kind, failure.status, {}};
}

bool client_fits(ClientKind client, const SdkProfile& sdk) {
  switch (client) {
    case ClientKind::any:
      return true;
    case ClientKind::sync:
      return !sdk.async;
    case ClientKind::async:
      return sdk.async;
    case ClientKind::vertex:
      return sdk.platform == "vertex";
    case ClientKind::bedrock:
      return sdk.platform == "bedrock";
    case ClientKind::rest:
      return sdk.transport == "rest";
    case ClientKind::grpc:
      return sdk.transport == "grpc";
  }
  return false;
}

bool row_fits(const ErrorRow& row, const SdkProfile& sdk, const Symptom& symptom) {
  return row.sdk == sdk.name && row.kind == symptom.kind && row.status_least <= symptom.status &&
         symptom.status <= row.status_most && row.versions.contains(sdk.version) &&
         client_fits(row.client, sdk) && (row.code.empty() || row.code == symptom.code);
}

const ParentRow* parent_of(const SdkProfile& sdk, std::string_view name) {
  for (const ParentRow& row : parent_rows()) {
    if (row.class_name == name && row.versions.contains(sdk.version)) return &row;
  }
  return nullptr;
}

bool names_match(std::string_view full, std::string_view wanted) {
  if (full == wanted) return true;
  return full.size() > wanted.size() && full.ends_with(wanted) &&
         full[full.size() - wanted.size() - 1] == '.';
}

}  // namespace

bool ErrorClass::is_a(std::string_view wanted) const {
  if (names_match(name, wanted)) return true;
  return std::ranges::any_of(
      ancestors, [&](const std::string& ancestor) { return names_match(ancestor, wanted); });
}

ErrorClass error_class(const SdkProfile& sdk, std::string_view name) {
  ErrorClass result{std::string(name), {}};
  for (const ParentRow* row = parent_of(sdk, name); row != nullptr;
       row = parent_of(sdk, row->parent)) {
    result.ancestors.emplace_back(row->parent);
  }
  return result;
}

ErrorClass classify_failure(const SdkProfile& sdk, const AttemptFailure& failure) {
  if (failure.kind == FailureKind::named) return error_class(sdk, failure.type);
  const Symptom symptom = symptom_of(sdk, failure);
  const auto rows = error_rows();
  const auto row = std::ranges::find_if(
      rows, [&](const ErrorRow& candidate) { return row_fits(candidate, sdk, symptom); });
  REPRISE_CHECK(row != rows.end(), "an SDK without a row for this kind of failure");
  return error_class(sdk, row->class_name);
}

}  // namespace reprise
