/** Next's hook for failures of pages and routes. They go to the service's own log. */
import type { Instrumentation } from "next"

export const onRequestError: Instrumentation.onRequestError = async (error, _request, context) => {
  const { logPageFailure } = await import("@/server/log-page-failure")
  logPageFailure(error, context)
}
