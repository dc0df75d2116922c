/** Error message of a webhook's form, for errors that its fields do not show completely. */
import { fieldErrorAt, type Problem } from "@/components/api/problem"
import { ProblemNote } from "@/components/forms/problem-note"

const fields = ["url", "event_types", "description", "retry_profile", "headers", "max_per_second"]

export function WebhookFormError({ problem }: { problem: Problem | null }) {
  // A URL may break several rules at once, and its field shows only one.
  const hasHiddenUrlErrors = problem?.code === "url_not_allowed" && problem.detail !== fieldErrorAt(problem, "url")
  return <ProblemNote problem={problem} fields={hasHiddenUrlErrors ? [] : fields} />
}
