/** Converts a Problem to an RFC 9457 document, for REST and tRPC. */
import "server-only"
import { baseUrl } from "@/domain/kernel/base-url"
import { errorAdvice } from "@/domain/kernel/error-advice"
import { errorCodes, type Problem } from "@/domain/kernel/errors"

const quotaExceeded = "https://iana.org/assignments/http-problem-types#quota-exceeded"

/** `instance` is the requested path without its query. `base` is the address of the installation in examples. */
export const problemDocument = (problem: Problem, call: { requestId: string; instance: string; base?: string }) => ({
  type: problem.code === "rate_limited" ? quotaExceeded : `${call.base ?? baseUrl()}/docs/errors/${problem.code}`,
  title: errorCodes[problem.code].title,
  status: problem.status,
  detail: problem.message,
  instance: call.instance,
  code: problem.code,
  request_id: call.requestId,
  errors: problem.errors.length > 0 ? problem.errors : [generalError(problem)],
  ...problem.extra,
})

/** The only entry in `errors` when the problem is not about parameters, such as a missing key. */
const generalError = ({ code, message }: Problem) => ({ code, detail: message, fix: errorAdvice[code].remedy })
