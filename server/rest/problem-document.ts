/** Problem as RFC 9457: one mapper for REST, MCP and tRPC. */
import "server-only"
import { baseUrl } from "@/domain/base-url"
import { errorCodes, type Problem } from "@/domain/errors"

const quotaExceeded = "https://iana.org/assignments/http-problem-types#quota-exceeded"

/** The problem document; `instance` is the path that was asked, without its query. */
export const problemDocument = (problem: Problem, call: { requestId: string; instance: string; base?: string }) => ({
  type: problem.code === "rate_limited" ? quotaExceeded : `${call.base ?? baseUrl()}/docs/errors/${problem.code}`,
  title: errorCodes[problem.code].title,
  status: problem.status,
  detail: problem.message,
  instance: call.instance,
  code: problem.code,
  request_id: call.requestId,
  errors: problem.errors,
  ...problem.extra,
})
