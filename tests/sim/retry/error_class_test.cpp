#include "sim/retry/error_class.h"

#include "sim/retry/error_rows.h"
#include "tests/sim/retry/retry_fixture.h"

using namespace reprise;

namespace {

using Kind = FailureKind;

const std::vector<std::string_view> anthropic_list = {"RateLimitError", "APIConnectionError",
                                                      "InternalServerError"};
const std::vector<std::string_view> gemini_list = {"ResourceExhausted", "ServiceUnavailable",
                                                   "InternalServerError"};

bool caught_by(const ErrorClass& error, const std::vector<std::string_view>& list) {
  return std::any_of(list.begin(), list.end(), [&](auto name) { return error.is_a(name); });
}

std::string short_name(const ErrorClass& error) {
  return error.name.substr(error.name.rfind('.') + 1);
}

SdkProfile sdk_of(std::string_view name, std::string_view version = "") {
  return {std::string(name), version.empty() ? latest_known_version(name) : *parse_version(version),
          false, "rest", "direct"};
}

}  // namespace

TEST_CASE("anthropic-python: status to class, and whether the usual list catches it") {
  struct Case {
    int status;
    const char* name;
    bool caught;
  };
  for (const auto& [status, name, caught] :
       std::initializer_list<Case>{{400, "BadRequestError", false},
                                   {401, "AuthenticationError", false},
                                   {402, "APIStatusError", false},
                                   {403, "PermissionDeniedError", false},
                                   {404, "NotFoundError", false},
                                   {408, "APIStatusError", false},
                                   {409, "ConflictError", false},
                                   {413, "RequestTooLargeError", false},
                                   {422, "UnprocessableEntityError", false},
                                   {429, "RateLimitError", true},
                                   {500, "InternalServerError", true},
                                   {501, "InternalServerError", true},
                                   {502, "InternalServerError", true},
                                   {503, "InternalServerError", true},
                                   {504, "InternalServerError", true},
                                   {520, "InternalServerError", true}}) {
    CAPTURE(status);
    const ErrorClass error =
        classify_failure(sdk_of("anthropic-python", "0.121.0"), status_failure(status));
    CHECK(error.name == std::string("anthropic.") + name);
    CHECK(caught_by(error, anthropic_list) == caught);
  }
}

TEST_CASE("anthropic-python: failures without an error status") {
  struct Case {
    const char* version;
    Kind kind;
    const char* name;
    bool caught;
  };
  for (const auto& [version, kind, name, caught] : std::initializer_list<Case>{
           {"0.121.0", Kind::connection, "anthropic.APIConnectionError", true},
           {"0.121.0", Kind::body_lost, "anthropic.APIConnectionError", true},
           {"0.121.0", Kind::timeout, "anthropic.APITimeoutError", true},
           {"0.121.0", Kind::stream_error, "anthropic.APIStatusError", false},
           {"0.121.0", Kind::stream_lost, "httpx.RemoteProtocolError", false},
           {"1.0.0", Kind::stream_lost, "httpx2.RemoteProtocolError", false},
           {"0.121.0", Kind::body_error, "builtins.TypeError", false},
           {"0.121.0", Kind::body_unreadable, "json.decoder.JSONDecodeError", false}}) {
    CAPTURE(version, name);
    const ErrorClass error =
        classify_failure(sdk_of("anthropic-python", version), kind_failure(kind));
    CHECK(error.name == name);
    CHECK(caught_by(error, anthropic_list) == caught);
  }
}

TEST_CASE("anthropic-python: 529 and 413 by era and client") {
  struct Case {
    const char* version;
    bool async;
    int status;
    const char* name;
    bool caught;
  };
  for (const auto& [version, async, status, name, caught] :
       std::initializer_list<Case>{{"0.46.9", false, 529, "InternalServerError", true},
                                   {"0.46.9", true, 529, "InternalServerError", true},
                                   {"0.47.0", false, 529, "OverloadedError", false},
                                   {"0.47.0", true, 529, "InternalServerError", true},
                                   {"0.84.9", false, 529, "OverloadedError", false},
                                   {"0.84.9", true, 529, "InternalServerError", true},
                                   {"0.85.0", false, 529, "OverloadedError", false},
                                   {"0.85.0", true, 529, "OverloadedError", false},
                                   {"2.4.9", false, 529, "OverloadedError", false},
                                   {"2.5.0", false, 529, "OverloadedError", true},
                                   {"2.5.0", true, 529, "OverloadedError", true},
                                   {"0.46.9", false, 413, "APIStatusError", false},
                                   {"0.47.0", false, 413, "RequestTooLargeError", false},
                                   {"0.84.9", true, 413, "APIStatusError", false},
                                   {"0.85.0", true, 413, "RequestTooLargeError", false}}) {
    CAPTURE(version, async, status);
    SdkProfile sdk = sdk_of("anthropic-python", version);
    sdk.async = async;
    const ErrorClass error = classify_failure(sdk, status_failure(status));
    CHECK(short_name(error) == name);
    CHECK(caught_by(error, anthropic_list) == caught);
  }
}

TEST_CASE("anthropic-python on other clouds has classes of its own") {
  struct Case {
    const char* platform;
    const char* version;
    int status;
    const char* name;
    bool caught;
  };
  for (const auto& [platform, version, status, name, caught] :
       std::initializer_list<Case>{{"vertex", "0.121.0", 503, "ServiceUnavailableError", false},
                                   {"vertex", "2.5.0", 503, "ServiceUnavailableError", true},
                                   {"vertex", "0.121.0", 504, "DeadlineExceededError", false},
                                   {"vertex", "0.121.0", 529, "InternalServerError", true},
                                   {"vertex", "0.121.0", 500, "InternalServerError", true},
                                   {"bedrock", "0.121.0", 503, "ServiceUnavailableError", false},
                                   {"bedrock", "0.121.0", 504, "InternalServerError", true}}) {
    CAPTURE(platform, version, status);
    SdkProfile sdk = sdk_of("anthropic-python", version);
    sdk.platform = platform;
    const ErrorClass error = classify_failure(sdk, status_failure(status));
    CHECK(short_name(error) == name);
    CHECK(caught_by(error, anthropic_list) == caught);
  }
}

TEST_CASE("anthropic-typescript: as measured on both generations") {
  struct Case {
    int status;
    const char* name_1;
    const char* name_0;
    bool caught;
  };
  for (const auto& [status, name_1, name_0, caught] : std::initializer_list<Case>{
           {400, "BadRequestError", "BadRequestError", false},
           {401, "AuthenticationError", "AuthenticationError", false},
           {402, "PaymentRequiredError", "APIError", false},
           {403, "PermissionDeniedError", "PermissionDeniedError", false},
           {404, "NotFoundError", "NotFoundError", false},
           {408, "RequestTimeoutError", "APIError", false},
           {409, "ConflictError", "ConflictError", false},
           {412, "PreconditionFailedError", "APIError", false},
           {413, "ContentTooLargeError", "APIError", false},
           {422, "UnprocessableEntityError", "UnprocessableEntityError", false},
           {429, "RateLimitError", "RateLimitError", true},
           {431, "RequestHeaderFieldsTooLargeError", "APIError", false},
           {499, "ClientClosedRequestError", "APIError", false},
           {500, "InternalServerError", "InternalServerError", true},
           {501, "NotImplementedError", "InternalServerError", true},
           {502, "InternalServerError", "InternalServerError", true},
           {503, "ServiceUnavailableError", "InternalServerError", true},
           {504, "GatewayTimeoutError", "InternalServerError", true},
           {520, "InternalServerError", "InternalServerError", true},
           {529, "OverloadedError", "InternalServerError", true}}) {
    CAPTURE(status);
    const auto in = [status = status](const char* version) {
      return classify_failure(sdk_of("anthropic-typescript", version), status_failure(status));
    };
    CHECK(in("1.14.0").name == std::string("Anthropic.") + name_1);
    CHECK(in("0.60.0").name == std::string("Anthropic.") + name_0);
    CHECK(caught_by(in("1.14.0"), anthropic_list) == caught);
    CHECK(caught_by(in("0.60.0"), anthropic_list) == caught);
  }
}

TEST_CASE("openai: status to class in both languages") {
  struct Case {
    int status;
    const char* python;
    const char* typescript;
  };
  for (const auto& [status, python, typescript] :
       std::initializer_list<Case>{{400, "BadRequestError", "BadRequestError"},
                                   {401, "AuthenticationError", "AuthenticationError"},
                                   {402, "APIStatusError", "APIError"},
                                   {403, "PermissionDeniedError", "PermissionDeniedError"},
                                   {404, "NotFoundError", "NotFoundError"},
                                   {408, "APIStatusError", "APIError"},
                                   {409, "ConflictError", "ConflictError"},
                                   {413, "APIStatusError", "APIError"},
                                   {422, "UnprocessableEntityError", "UnprocessableEntityError"},
                                   {429, "RateLimitError", "RateLimitError"},
                                   {499, "APIStatusError", "APIError"},
                                   {500, "InternalServerError", "InternalServerError"},
                                   {503, "InternalServerError", "InternalServerError"},
                                   {529, "InternalServerError", "InternalServerError"}}) {
    CAPTURE(status);
    CHECK(short_name(classify_failure(sdk_of("openai-python"), status_failure(status))) == python);
    CHECK(short_name(classify_failure(sdk_of("openai-typescript"), status_failure(status))) ==
          typescript);
  }
}

TEST_CASE("google.api_core over REST: 429 is not ResourceExhausted") {
  struct Case {
    int status;
    const char* name;
    bool caught;
  };
  for (const auto& [status, name, caught] :
       std::initializer_list<Case>{{400, "BadRequest", false},
                                   {401, "Unauthorized", false},
                                   {403, "Forbidden", false},
                                   {404, "NotFound", false},
                                   {408, "GoogleAPICallError", false},
                                   {413, "GoogleAPICallError", false},
                                   {409, "Conflict", false},
                                   {429, "TooManyRequests", false},
                                   {499, "Cancelled", false},
                                   {500, "InternalServerError", true},
                                   {501, "MethodNotImplemented", false},
                                   {502, "BadGateway", false},
                                   {503, "ServiceUnavailable", true},
                                   {504, "GatewayTimeout", false},
                                   {520, "GoogleAPICallError", false},
                                   {529, "GoogleAPICallError", false}}) {
    CAPTURE(status);
    const ErrorClass error = classify_failure(sdk_of("google-api-core"), status_failure(status));
    CHECK(short_name(error) == name);
    CHECK(caught_by(error, gemini_list) == caught);
  }
}

TEST_CASE("google.api_core over gRPC: by code, or by what the status stands for") {
  struct Case {
    int status;
    const char* code;
    const char* name;
    bool caught;
  };
  for (const auto& [status, code, name, caught] :
       std::initializer_list<Case>{{400, "INVALID_ARGUMENT", "InvalidArgument", false},
                                   {400, "FAILED_PRECONDITION", "FailedPrecondition", false},
                                   {400, "OUT_OF_RANGE", "OutOfRange", false},
                                   {401, "UNAUTHENTICATED", "Unauthenticated", false},
                                   {403, "PERMISSION_DENIED", "PermissionDenied", false},
                                   {404, "NOT_FOUND", "NotFound", false},
                                   {409, "ABORTED", "Aborted", false},
                                   {409, "ALREADY_EXISTS", "AlreadyExists", false},
                                   {429, "RESOURCE_EXHAUSTED", "ResourceExhausted", true},
                                   {499, "CANCELLED", "Cancelled", false},
                                   {500, "INTERNAL", "InternalServerError", true},
                                   {500, "UNKNOWN", "Unknown", false},
                                   {500, "DATA_LOSS", "DataLoss", false},
                                   {501, "UNIMPLEMENTED", "MethodNotImplemented", false},
                                   {503, "UNAVAILABLE", "ServiceUnavailable", true},
                                   {504, "DEADLINE_EXCEEDED", "DeadlineExceeded", false},
                                   {429, "", "ResourceExhausted", true},
                                   {500, "", "InternalServerError", true},
                                   {503, "", "ServiceUnavailable", true},
                                   {529, "", "Unknown", false}}) {
    CAPTURE(status, code);
    SdkProfile sdk = sdk_of("google-api-core");
    sdk.transport = "grpc";
    const ErrorClass error = classify_failure(sdk, status_failure(status, {}, code));
    CHECK(short_name(error) == name);
    CHECK(caught_by(error, gemini_list) == caught);
  }
}

TEST_CASE("google-genai: client or server error, never a class of google.api_core") {
  struct Case {
    int status;
    const char* python;
    const char* typescript;
  };
  for (const auto& [status, python, typescript] :
       std::initializer_list<Case>{{302, "APIError", "Error"},
                                   {400, "ClientError", "ApiError"},
                                   {429, "ClientError", "ApiError"},
                                   {499, "ClientError", "ApiError"},
                                   {500, "ServerError", "ApiError"},
                                   {503, "ServerError", "ApiError"},
                                   {599, "ServerError", "ApiError"},
                                   {600, "APIError", "Error"}}) {
    CAPTURE(status);
    const auto python_error =
        classify_failure(sdk_of("google-genai-python"), status_failure(status));
    CHECK(short_name(python_error) == python);
    CHECK_FALSE(caught_by(python_error, gemini_list));
    CHECK(classify_failure(sdk_of("google-genai-typescript"), status_failure(status)).name ==
          typescript);
  }
  // An error inside a stream is raised by its code.
  CHECK(classify_failure(sdk_of("google-genai-python"),
                         kind_failure(Kind::stream_error, "UNAVAILABLE"))
            .name == "google.genai.errors.ServerError");
}

TEST_CASE("a class matches through its ancestors, by full or short name") {
  const ErrorClass timeout =
      classify_failure(sdk_of("anthropic-python"), kind_failure(Kind::timeout));
  for (const char* name : {"anthropic.APITimeoutError", "APITimeoutError", "APIConnectionError",
                           "anthropic.APIError", "AnthropicError", "Exception"}) {
    CAPTURE(name);
    CHECK(timeout.is_a(name));
  }
  for (const char* name :
       {"openai.APITimeoutError", "TimeoutError", "APIStatusError", "", "rror"}) {
    CAPTURE(name);
    CHECK_FALSE(timeout.is_a(name));
  }
}

TEST_CASE("every SDK has a class with a root for every kind of failure") {
  for (std::string_view name : sdk_names()) {
    for (const char* transport : {"rest", "grpc"}) {
      for (int kind = 0; kind <= static_cast<int>(Kind::body_lost); ++kind) {
        SdkProfile sdk = sdk_of(name);
        sdk.transport = transport;
        const ErrorClass error = classify_failure(sdk, kind_failure(static_cast<Kind>(kind)));
        CAPTURE(name, transport, kind, error.name);
        const std::string& root = error.ancestors.empty() ? error.name : error.ancestors.back();
        CHECK((root == "builtins.Exception" || root == "Error"));
      }
    }
  }
}

TEST_CASE("every class in the tables leads to a root") {
  for (const ErrorRow& row : error_rows()) {
    CAPTURE(row.class_name);
    const ErrorClass error = error_class(sdk_of(row.sdk), row.class_name);
    const std::string& root = error.ancestors.empty() ? error.name : error.ancestors.back();
    CHECK((root == "builtins.Exception" || root == "Error"));
  }
}
