/** Says which projects changed clearly since their previous scan or, if not, over the last 90 days. */
import { formatDate } from "@/components/format-date"
import { Link } from "@/components/link"
import { Lead } from "@/components/ui/lead"
import { pluralize } from "@/domain/kernel/format-count"
import { differenceOf, formatPoints, isSignificant } from "./format-metrics"
import type { History } from "./project-table"

type Props = { projects: { id: string; name: string }[]; histories: Map<string, History | null>; projectsPath: string }

/** The maximum number of projects in the sentence. The table shows all. */
const maxNamed = 3

export function ProjectsSentence({ projects, histories, projectsPath }: Props) {
  const compared = projects.flatMap(({ id, name }) => {
    const history = histories.get(id)
    return history?.row.change?.previous ? [{ id, name, change: clearChange(history) }] : []
  })
  if (compared.length === 0) return null
  const changed = compared.flatMap(({ change, ...project }) => (change ? [{ ...project, ...change }] : []))
  const namedProjects = changed
    .sort((a, b) => Number(a.isLongTerm) - Number(b.isLongTerm) || b.size - a.size)
    .slice(0, maxNamed)
  const others = compared.length - namedProjects.length
  if (changed.length === 0) return <Lead>No project changed clearly since its previous scan.</Lead>
  return (
    <Lead>
      {namedProjects.map(({ id, name, verb, size, since }) => (
        <span key={id}>
          <Link href={`${projectsPath}/${id}`} className="underline decoration-edge underline-offset-4">
            {name}
          </Link>{" "}
          {verb} {formatPoints(size)} of visibility since {since}.{" "}
        </span>
      ))}
      {others > 0 &&
        (changed.length > maxNamed
          ? `The table shows ${pluralize(others, "more project")}.`
          : `${pluralize(others, "other project")} did not change clearly.`)}
    </Lead>
  )
}

/** The change since the previous scan if it is clear, otherwise that over the last 90 days. Null if none is clear. */
function clearChange(history: History) {
  const isLongTerm = !isSignificant(history.row.change?.verdict)
  const change = isLongTerm ? history.longTerm?.row.change : history.row.change
  if (!change || !isSignificant(change.verdict)) return null
  return {
    isLongTerm,
    verb: change.verdict === "down" ? "lost" : "gained",
    size: Math.abs(differenceOf(change).difference ?? 0),
    since: isLongTerm ? formatDate(new Date(history.longTerm?.since ?? 0), "UTC") : "its previous scan",
  }
}
