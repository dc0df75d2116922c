/** Shown instead of webhooks when the team's plan does not include them. */
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { Button } from "@/components/ui/button"

export function PlanRequired({ planPath, hasWebhooks }: { planPath: string; hasWebhooks: boolean }) {
  return (
    <div className="mb-5">
      <Empty
        title="The plan Free has no webhooks"
        action={
          <Button asChild kind="primary">
            <Link href={planPath}>See the plans</Link>
          </Button>
        }
      >
        {hasWebhooks
          ? "Your webhooks are kept, and what happens is held for them: on any other plan you can send it or skip it."
          : "On any other plan your own code hears of every signal and every finished scan, at once."}
      </Empty>
    </div>
  )
}
