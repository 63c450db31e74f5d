// Sources: the SDKs' own source at the versions named, release notes for anthropic 2.5.0, and
// probes of the TypeScript SDKs against a local server. Rows marked (unverified) are read from the
// libraries' structure, not measured.
#include "sim/retry/error_rows.h"

namespace reprise {
namespace {

using Kind = FailureKind;
using Client = ClientKind;

constexpr int any_least = 0;
constexpr int any_most = 999'999;

constexpr ErrorRow on_status(std::string_view sdk, int least, int most, std::string_view class_name,
                             VersionRange versions = all_versions, Client client = Client::any) {
  return {sdk, client, versions, Kind::status, least, most, {}, class_name};
}

constexpr ErrorRow on_status(std::string_view sdk, int status, std::string_view class_name,
                             VersionRange versions = all_versions, Client client = Client::any) {
  return on_status(sdk, status, status, class_name, versions, client);
}

constexpr ErrorRow on_kind(std::string_view sdk, Kind kind, std::string_view class_name,
                           VersionRange versions = all_versions, Client client = Client::any) {
  return {sdk, client, versions, kind, any_least, any_most, {}, class_name};
}

constexpr ErrorRow on_code(std::string_view code, std::string_view class_name) {
  return {"google-api-core", Client::grpc, all_versions, Kind::status,
          any_least,         any_most,     code,         class_name};
}

constexpr std::string_view anthropic_python = "anthropic-python";
constexpr std::string_view anthropic_typescript = "anthropic-typescript";
constexpr std::string_view openai_python = "openai-python";
constexpr std::string_view openai_typescript = "openai-typescript";
constexpr std::string_view api_core = "google-api-core";
constexpr std::string_view genai_python = "google-genai-python";
constexpr std::string_view genai_typescript = "google-genai-typescript";

constexpr Version overloaded_born = {0, 47, 0};
constexpr Version async_learns_overloaded = {0, 85, 0};
constexpr VersionRange typescript_1 = since({1, 0, 0});

constexpr ErrorRow rows[] = {
    // anthropic-python. 529 was an InternalServerError, then a class of its own that the async
    // client forgot for a while; the Vertex client never had it.
    on_status(anthropic_python, 400, "anthropic.BadRequestError"),
    on_status(anthropic_python, 401, "anthropic.AuthenticationError"),
    on_status(anthropic_python, 403, "anthropic.PermissionDeniedError"),
    on_status(anthropic_python, 404, "anthropic.NotFoundError"),
    on_status(anthropic_python, 409, "anthropic.ConflictError"),
    on_status(anthropic_python, 413, "anthropic.RequestTooLargeError", since(overloaded_born),
              Client::sync),
    on_status(anthropic_python, 413, "anthropic.RequestTooLargeError",
              since(async_learns_overloaded), Client::async),
    on_status(anthropic_python, 422, "anthropic.UnprocessableEntityError"),
    on_status(anthropic_python, 429, "anthropic.RateLimitError"),
    on_status(anthropic_python, 503, "anthropic.ServiceUnavailableError", all_versions,
              Client::vertex),
    on_status(anthropic_python, 503, "anthropic.ServiceUnavailableError", all_versions,
              Client::bedrock),
    on_status(anthropic_python, 504, "anthropic.DeadlineExceededError", all_versions,
              Client::vertex),
    on_status(anthropic_python, 529, "anthropic.InternalServerError", all_versions, Client::vertex),
    on_status(anthropic_python, 529, "anthropic.InternalServerError", all_versions,
              Client::bedrock),
    on_status(anthropic_python, 529, "anthropic.OverloadedError", since(overloaded_born),
              Client::sync),
    on_status(anthropic_python, 529, "anthropic.OverloadedError", since(async_learns_overloaded),
              Client::async),
    on_status(anthropic_python, 500, any_most, "anthropic.InternalServerError"),
    on_status(anthropic_python, any_least, any_most, "anthropic.APIStatusError"),
    on_kind(anthropic_python, Kind::connection, "anthropic.APIConnectionError"),
    on_kind(anthropic_python, Kind::body_lost, "anthropic.APIConnectionError"),
    on_kind(anthropic_python, Kind::timeout, "anthropic.APITimeoutError"),
    on_kind(anthropic_python, Kind::stream_error, "anthropic.APIStatusError"),
    on_kind(anthropic_python, Kind::stream_lost, "httpx.RemoteProtocolError", before({1, 0, 0})),
    on_kind(anthropic_python, Kind::stream_lost, "httpx2.RemoteProtocolError", since({1, 0, 0})),
    // No SDK raises for an error object in a 200: the caller trips over the missing content.
    on_kind(anthropic_python, Kind::body_error, "builtins.TypeError"),
    on_kind(anthropic_python, Kind::body_unreadable, "json.decoder.JSONDecodeError"),

    // anthropic-typescript: measured one by one on 0.60.0 and 1.14.0.
    on_status(anthropic_typescript, 400, "Anthropic.BadRequestError"),
    on_status(anthropic_typescript, 401, "Anthropic.AuthenticationError"),
    on_status(anthropic_typescript, 402, "Anthropic.PaymentRequiredError", typescript_1),
    on_status(anthropic_typescript, 403, "Anthropic.PermissionDeniedError"),
    on_status(anthropic_typescript, 404, "Anthropic.NotFoundError"),
    on_status(anthropic_typescript, 408, "Anthropic.RequestTimeoutError", typescript_1),
    on_status(anthropic_typescript, 409, "Anthropic.ConflictError"),
    on_status(anthropic_typescript, 412, "Anthropic.PreconditionFailedError", typescript_1),
    on_status(anthropic_typescript, 413, "Anthropic.ContentTooLargeError", typescript_1),
    on_status(anthropic_typescript, 422, "Anthropic.UnprocessableEntityError"),
    on_status(anthropic_typescript, 429, "Anthropic.RateLimitError"),
    on_status(anthropic_typescript, 431, "Anthropic.RequestHeaderFieldsTooLargeError",
              typescript_1),
    on_status(anthropic_typescript, 499, "Anthropic.ClientClosedRequestError", typescript_1),
    on_status(anthropic_typescript, 501, "Anthropic.NotImplementedError", typescript_1),
    on_status(anthropic_typescript, 503, "Anthropic.ServiceUnavailableError", typescript_1),
    on_status(anthropic_typescript, 504, "Anthropic.GatewayTimeoutError", typescript_1),
    on_status(anthropic_typescript, 529, "Anthropic.OverloadedError", typescript_1),
    on_status(anthropic_typescript, 500, any_most, "Anthropic.InternalServerError"),
    on_status(anthropic_typescript, any_least, any_most, "Anthropic.APIError"),
    on_kind(anthropic_typescript, Kind::connection, "Anthropic.APIConnectionError"),
    on_kind(anthropic_typescript, Kind::timeout, "Anthropic.APIConnectionTimeoutError"),
    on_kind(anthropic_typescript, Kind::stream_error, "Anthropic.APIError"),
    on_kind(anthropic_typescript, Kind::stream_lost, "TypeError"),
    on_kind(anthropic_typescript, Kind::body_lost, "TypeError"),
    on_kind(anthropic_typescript, Kind::body_error, "TypeError"),
    on_kind(anthropic_typescript, Kind::body_unreadable, "SyntaxError"),

    on_status(openai_python, 400, "openai.BadRequestError"),
    on_status(openai_python, 401, "openai.AuthenticationError"),
    on_status(openai_python, 403, "openai.PermissionDeniedError"),
    on_status(openai_python, 404, "openai.NotFoundError"),
    on_status(openai_python, 409, "openai.ConflictError"),
    on_status(openai_python, 422, "openai.UnprocessableEntityError"),
    on_status(openai_python, 429, "openai.RateLimitError"),
    on_status(openai_python, 500, any_most, "openai.InternalServerError"),
    on_status(openai_python, any_least, any_most, "openai.APIStatusError"),
    on_kind(openai_python, Kind::connection, "openai.APIConnectionError"),
    on_kind(openai_python, Kind::body_lost, "openai.APIConnectionError"),
    on_kind(openai_python, Kind::timeout, "openai.APITimeoutError"),
    on_kind(openai_python, Kind::stream_error, "openai.APIError"),
    on_kind(openai_python, Kind::stream_lost, "httpx.RemoteProtocolError"),
    on_kind(openai_python, Kind::body_error, "builtins.TypeError"),
    on_kind(openai_python, Kind::body_unreadable, "json.decoder.JSONDecodeError"),

    on_status(openai_typescript, 400, "OpenAI.BadRequestError"),
    on_status(openai_typescript, 401, "OpenAI.AuthenticationError"),
    on_status(openai_typescript, 403, "OpenAI.PermissionDeniedError"),
    on_status(openai_typescript, 404, "OpenAI.NotFoundError"),
    on_status(openai_typescript, 409, "OpenAI.ConflictError"),
    on_status(openai_typescript, 422, "OpenAI.UnprocessableEntityError"),
    on_status(openai_typescript, 429, "OpenAI.RateLimitError"),
    on_status(openai_typescript, 500, any_most, "OpenAI.InternalServerError"),
    on_status(openai_typescript, any_least, any_most, "OpenAI.APIError"),
    on_kind(openai_typescript, Kind::connection, "OpenAI.APIConnectionError"),
    on_kind(openai_typescript, Kind::timeout, "OpenAI.APIConnectionTimeoutError"),
    on_kind(openai_typescript, Kind::stream_error, "OpenAI.APIError"),
    on_kind(openai_typescript, Kind::stream_lost, "TypeError"),
    on_kind(openai_typescript, Kind::body_lost, "TypeError"),
    on_kind(openai_typescript, Kind::body_error, "TypeError"),
    on_kind(openai_typescript, Kind::body_unreadable, "SyntaxError"),

    // google.api_core over gRPC: by code. An unlisted code is Unknown.
    on_code("INVALID_ARGUMENT", "google.api_core.exceptions.InvalidArgument"),
    on_code("FAILED_PRECONDITION", "google.api_core.exceptions.FailedPrecondition"),
    on_code("OUT_OF_RANGE", "google.api_core.exceptions.OutOfRange"),
    on_code("UNAUTHENTICATED", "google.api_core.exceptions.Unauthenticated"),
    on_code("PERMISSION_DENIED", "google.api_core.exceptions.PermissionDenied"),
    on_code("NOT_FOUND", "google.api_core.exceptions.NotFound"),
    on_code("ABORTED", "google.api_core.exceptions.Aborted"),
    on_code("ALREADY_EXISTS", "google.api_core.exceptions.AlreadyExists"),
    on_code("RESOURCE_EXHAUSTED", "google.api_core.exceptions.ResourceExhausted"),
    on_code("CANCELLED", "google.api_core.exceptions.Cancelled"),
    on_code("INTERNAL", "google.api_core.exceptions.InternalServerError"),
    on_code("DATA_LOSS", "google.api_core.exceptions.DataLoss"),
    on_code("UNIMPLEMENTED", "google.api_core.exceptions.MethodNotImplemented"),
    on_code("UNAVAILABLE", "google.api_core.exceptions.ServiceUnavailable"),
    on_code("DEADLINE_EXCEEDED", "google.api_core.exceptions.DeadlineExceeded"),
    on_status(api_core, any_least, any_most, "google.api_core.exceptions.Unknown", all_versions,
              Client::grpc),
    on_kind(api_core, Kind::connection, "google.api_core.exceptions.ServiceUnavailable",
            all_versions, Client::grpc),
    on_kind(api_core, Kind::timeout, "google.api_core.exceptions.DeadlineExceeded", all_versions,
            Client::grpc),
    on_kind(api_core, Kind::stream_lost, "google.api_core.exceptions.ServiceUnavailable",
            all_versions, Client::grpc),  // (unverified)
    on_kind(api_core, Kind::body_lost, "google.api_core.exceptions.ServiceUnavailable",
            all_versions, Client::grpc),  // (unverified)
    on_kind(api_core, Kind::body_unreadable, "google.api_core.exceptions.InternalServerError",
            all_versions, Client::grpc),  // (unverified)

    // google.api_core over REST: HTTP parents register first, so 429 is TooManyRequests and never
    // its child ResourceExhausted.
    on_status(api_core, 400, "google.api_core.exceptions.BadRequest"),
    on_status(api_core, 401, "google.api_core.exceptions.Unauthorized"),
    on_status(api_core, 403, "google.api_core.exceptions.Forbidden"),
    on_status(api_core, 404, "google.api_core.exceptions.NotFound"),
    on_status(api_core, 405, "google.api_core.exceptions.MethodNotAllowed"),
    on_status(api_core, 409, "google.api_core.exceptions.Conflict"),
    on_status(api_core, 411, "google.api_core.exceptions.LengthRequired"),
    on_status(api_core, 412, "google.api_core.exceptions.PreconditionFailed"),
    on_status(api_core, 416, "google.api_core.exceptions.RequestRangeNotSatisfiable"),
    on_status(api_core, 429, "google.api_core.exceptions.TooManyRequests"),
    on_status(api_core, 499, "google.api_core.exceptions.Cancelled"),
    on_status(api_core, 500, "google.api_core.exceptions.InternalServerError"),
    on_status(api_core, 501, "google.api_core.exceptions.MethodNotImplemented"),
    on_status(api_core, 502, "google.api_core.exceptions.BadGateway"),
    on_status(api_core, 503, "google.api_core.exceptions.ServiceUnavailable"),
    on_status(api_core, 504, "google.api_core.exceptions.GatewayTimeout"),
    on_status(api_core, any_least, any_most, "google.api_core.exceptions.GoogleAPICallError"),
    on_kind(api_core, Kind::connection, "requests.exceptions.ConnectionError"),
    on_kind(api_core, Kind::timeout, "requests.exceptions.ReadTimeout"),
    on_kind(api_core, Kind::stream_lost, "requests.exceptions.ChunkedEncodingError"),
    on_kind(api_core, Kind::body_lost, "requests.exceptions.ChunkedEncodingError"),
    on_kind(api_core, Kind::body_unreadable,
            "google.protobuf.json_format.ParseError"),  // (unverified)

    on_status(genai_python, 400, 499, "google.genai.errors.ClientError"),
    on_status(genai_python, 500, 599, "google.genai.errors.ServerError"),
    on_status(genai_python, any_least, any_most, "google.genai.errors.APIError"),
    on_kind(genai_python, Kind::connection, "httpx.ConnectError"),
    on_kind(genai_python, Kind::timeout, "httpx.ReadTimeout"),
    on_kind(genai_python, Kind::stream_lost, "httpx.RemoteProtocolError"),
    on_kind(genai_python, Kind::body_lost, "httpx.RemoteProtocolError"),
    on_kind(genai_python, Kind::body_unreadable, "google.genai.errors.UnknownApiResponseError"),

    on_status(genai_typescript, 400, 599, "ApiError"),
    on_status(genai_typescript, any_least, any_most, "Error"),
    on_kind(genai_typescript, Kind::connection, "TypeError"),
    on_kind(genai_typescript, Kind::timeout, "AbortError"),  // (unverified)
    on_kind(genai_typescript, Kind::stream_lost, "TypeError"),
    on_kind(genai_typescript, Kind::body_lost, "TypeError"),
    on_kind(genai_typescript, Kind::body_unreadable, "SyntaxError"),
};

constexpr GoogleCode codes[] = {
    {"INVALID_ARGUMENT", 400},
    {"FAILED_PRECONDITION", 400},
    {"OUT_OF_RANGE", 400},
    {"UNAUTHENTICATED", 401},
    {"PERMISSION_DENIED", 403},
    {"NOT_FOUND", 404},
    {"ABORTED", 409},
    {"ALREADY_EXISTS", 409},
    {"RESOURCE_EXHAUSTED", 429},
    {"CANCELLED", 499},
    {"INTERNAL", 500},
    {"UNKNOWN", 500},
    {"DATA_LOSS", 500},
    {"UNIMPLEMENTED", 501},
    {"UNAVAILABLE", 503},
    {"DEADLINE_EXCEEDED", 504},
};

}  // namespace

std::span<const ErrorRow> error_rows() {
  return rows;
}
std::span<const GoogleCode> google_codes() {
  return codes;
}

}  // namespace reprise
