/**
 * Shows the goal of a client that is most likely to be missed, for example "Revenue 66.0%, off track, 1 more". Each row
 * of a list of clients loads its own goal after the list appears.
 */
import { Suspense } from "react"
import { type Goal, goalName } from "@/components/goals/goal-name"
import { outlookOf, worstGoal } from "@/components/goals/outlook"
import { Link } from "@/components/link"
import { Lamp } from "@/components/ui/lamp"
import { SkeletonText } from "@/components/ui/skeleton"
import { percent } from "@/domain/metrics/format-value"
import { requireTeamMember } from "@/server/visit"

type Props = {
  slug: string
  clientId: string
  today: string
  /** The page of the client's goals, where the share of the target is a link. */
  href?: string
}

export const ClientGoal = (props: Props) => (
  <Suspense fallback={<GoalSkeleton />}>
    <WorstGoal {...props} />
  </Suspense>
)

/** As large as a goal, so that the page does not move when the goal is loaded. */
const GoalSkeleton = () => (
  <span>
    <SkeletonText className="w-24" />
    <span className="text-small md:block">
      <SkeletonText className="w-20" />
    </span>
  </span>
)

async function WorstGoal({ slug, clientId, today, href }: Props) {
  const goals = await readGoals(slug, clientId, today)
  const worst = worstGoal(goals)
  if (!worst) return <span className="text-quiet max-md:hidden">–</span>
  const { state, words } = outlookOf(worst)
  return (
    <span title={goals.map(goalText).join("\n")} className="md:whitespace-nowrap">
      <span data-not-in-csv className="text-quiet md:hidden">
        goal{" "}
      </span>
      <span className="text-quiet">{worst.label}</span>{" "}
      {worst.progress !== null && <Share href={href} text={percent(worst.progress)} name={goalName(worst)} />}
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-small max-md:ml-1.5 md:flex">
        <Lamp state={state} isSmall />
        {words}
        {goals.length > 1 && <span className="text-quiet">{goals.length - 1} more</span>}
      </span>
    </span>
  )
}

/** "Revenue, November 2026: off track" */
const goalText = (goal: Goal) => `${goalName(goal)}: ${outlookOf(goal).words}`

/** The share of the target that the goal has reached. */
function Share({ href, text, name }: { href: string | undefined; text: string; name: string }) {
  if (!href) return <span className="figures">{text} </span>
  return (
    <Link href={href} className="figures hover:underline">
      {text}
      <span className="sr-only"> of the goal {name}</span>{" "}
    </Link>
  )
}

/** Empty if the read fails, so that one client cannot break the whole list. */
async function readGoals(slug: string, client_id: string, today: string) {
  const { api } = await requireTeamMember(slug)
  const read = api.clients.listGoals({ client_id, status: ["active"], active_on: today, limit: 20 })
  return (await read.catch(() => ({ data: [] }))).data
}
