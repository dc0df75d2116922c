/** Converts the errors of a platform to API errors, for requests in which a user waits for the platform. */
import { Problem } from "@/domain/kernel/errors"
import { ConnectorError } from "../connectors/connector-error"

export async function withPlatformProblems<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    if (error.kind === "retryable")
      throw new Problem("upstream_error", `${error.message} ${error.adviceWhileWaiting}`, { cause: error })
    throw new Problem("state_conflict", error.message, { cause: error })
  }
}
