/** Writes failures of pages and routes to the service's own log. Next calls this hook. */
import type { Instrumentation } from "next"

export const onRequestError: Instrumentation.onRequestError = async (error, _request, context) => {
  // Next also compiles this file for the Edge runtime, where our log cannot run and where no page of ours runs.
  if (process.env.NEXT_RUNTIME !== "nodejs") return
  const { logPageFailure } = await import("@/server/log-page-failure")
  logPageFailure(error, context)
}
