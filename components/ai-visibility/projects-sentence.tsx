/** Says which projects changed clearly since their previous scan. */
import { Link } from "@/components/link"
import { Lead } from "@/components/ui/lead"
import { pluralize } from "@/domain/kernel/format-count"
import { differenceOf, formatPoints, isSignificant } from "./format-metrics"
import type { History } from "./project-table"

type Props = { projects: { id: string; name: string }[]; histories: Map<string, History | null>; base: string }

/** More projects would be a list. The table shows all. */
const maxNamed = 3

export function ProjectsSentence({ projects, histories, base }: Props) {
  const compared = projects.flatMap(({ id, name }) => {
    const change = histories.get(id)?.row.change
    return change?.previous ? [{ id, name, change, size: Math.abs(differenceOf(change).difference ?? 0) }] : []
  })
  if (compared.length === 0) return null
  const changed = compared.filter(({ change }) => isSignificant(change.verdict)).sort((a, b) => b.size - a.size)
  const others = compared.length - Math.min(changed.length, maxNamed)
  if (changed.length === 0) return <Lead>No project changed clearly since its previous scan.</Lead>
  return (
    <Lead>
      {changed.slice(0, maxNamed).map(({ id, name, change, size }) => (
        <span key={id}>
          <Link href={`${base}/${id}`} className="underline decoration-edge underline-offset-4">
            {name}
          </Link>{" "}
          {change.verdict === "down" ? "lost" : "gained"} {formatPoints(size)} of visibility since its previous scan.{" "}
        </span>
      ))}
      {others > 0 &&
        (changed.length > maxNamed
          ? `The table shows ${pluralize(others, "more project")}.`
          : `${pluralize(others, "other project")} did not change clearly.`)}
    </Lead>
  )
}
