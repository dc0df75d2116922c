/**
 * Shows the goal of a client that is most likely to be missed: "63%, off track". Each row of the list loads its own goal
 * after the list appears.
 */
import { Suspense } from "react"
import { goalName } from "@/components/goals/goal-name"
import { outlookOf, worstGoal } from "@/components/goals/outlook"
import { Lamp } from "@/components/ui/lamp"
import { SkeletonText } from "@/components/ui/skeleton"
import { percent } from "@/domain/metrics/format-value"
import { requireTeamMember } from "@/server/visit"

type Props = { slug: string; clientId: string; today: string }

export const ClientGoal = (props: Props) => (
  <Suspense fallback={<SkeletonText className="w-16" />}>
    <WorstGoal {...props} />
  </Suspense>
)

async function WorstGoal({ slug, clientId, today }: Props) {
  const goals = await readGoals(slug, clientId, today)
  const worst = worstGoal(goals)
  if (!worst) return <span className="text-quiet max-md:hidden">–</span>
  const { state, words } = outlookOf(worst)
  return (
    <span title={goalName(worst)} className="whitespace-nowrap">
      <span data-not-in-csv className="text-quiet md:hidden">
        goal{" "}
      </span>
      {worst.progress !== null && <span className="figures">{percent(worst.progress, 0)} </span>}
      <span className="inline-flex items-center gap-1.5 text-small md:flex">
        <Lamp state={state} isSmall />
        {words}
      </span>
    </span>
  )
}

/** Empty if the read fails, so that one client cannot break the whole list. */
async function readGoals(slug: string, client_id: string, today: string) {
  const { api } = await requireTeamMember(slug)
  const read = api.clients.listGoals({ client_id, status: ["active"], active_on: today, limit: 20 })
  return (await read.catch(() => ({ data: [] }))).data
}
