/** Converts the error of a query to what the user sees. A query changes nothing, so a lost response loses nothing. */
import { type ApiError, isUnconfirmed, type Problem, problemIn } from "./problem"

export function queryProblemIn(error: ApiError | null): Problem | null {
  const problem = problemIn(error)
  if (!error || !problem || !isUnconfirmed(error)) return problem
  return { ...problem, detail: "No response arrived. Check your connection, then try again." }
}
