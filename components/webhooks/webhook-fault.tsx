/** What is wrong with a webhook that was to be kept, where its fields do not say all of it. */
import { faultAt, type Problem } from "@/components/api/problem"
import { ProblemNote } from "@/components/forms/problem-note"

const fields = ["url", "event_types", "description", "retry_profile", "headers", "max_per_second"]

export function WebhookFault({ problem }: { problem: Problem | null }) {
  // A URL may break several rules at once, and a field has room for one.
  const breaksMore = problem?.code === "url_not_allowed" && problem.detail !== faultAt(problem, "url")
  return <ProblemNote problem={problem} fields={breaksMore ? [] : fields} />
}
