/** Shown instead of webhooks when the team's plan does not include them. */
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { Button } from "@/components/ui/button"

export function PlanRequired({ planPath, hasWebhooks }: { planPath: string; hasWebhooks: boolean }) {
  return (
    <div className="mb-5">
      <Empty
        title="The Free plan has no webhooks"
        action={
          <Button asChild kind="primary">
            <Link href={planPath}>See the plans</Link>
          </Button>
        }
      >
        {hasWebhooks
          ? "Your webhooks are stored, and new events are held for them. Change to another plan to send or skip them."
          : "Change to another plan to notify your code of signals and finished scans."}
      </Empty>
    </div>
  )
}
