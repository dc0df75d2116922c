/**
 * The views of a project's citations: their links, and the choice of a view by the URL. Gaps come first, because they
 * are the default.
 */
import { Link } from "@/components/link"
import { count } from "@/domain/kernel/format-count"
import { allScans, type SourceQuery, scanPeriods } from "./source-filters"

const names = { gaps: "Gaps", all: "All sources", new: "New", lost: "Lost" }

type NamedView = keyof typeof names
/** `history` shows all sources of all scans instead of the latest scans. The field "Period" chooses it, not a link. */
export type SourceView = NamedView | "history"

/**
 * The view in the URL. The filters of the history choose it, so that links to filtered sources work. Without a choice,
 * the page shows the gaps, if there are any.
 */
export function sourceView({ view = "", scans = "", ...query }: SourceQuery, hasGaps: boolean): SourceView {
  if (scans === allScans || view === "history") return "history"
  if (Object.hasOwn(names, view)) return view as NamedView
  if (Object.hasOwn(scanPeriods, scans)) return "all"
  if (query.q || query.source_class || query.kind || query.engine || query.sort || query.cursor) return "history"
  return hasGaps ? "gaps" : "all"
}

/** `counts`: the number of sources of a view. A view without one shows only its name. */
type Props = { path: string; view: SourceView; counts: Partial<Record<NamedView, number>> }

export const SourceViews = ({ path, view, counts }: Props) => (
  <nav aria-label="Views" className="mb-4 flex flex-wrap gap-x-1 gap-y-1">
    {(Object.keys(names) as NamedView[]).map((id) => (
      <Link
        key={id}
        href={`${path}?view=${id}`}
        aria-current={id === (view === "history" ? "all" : view) ? "page" : undefined}
        className="rounded-box border border-transparent px-2.5 py-1 text-quiet text-table hover:text-text aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:font-strong aria-[current=page]:text-text"
      >
        {names[id]}{" "}
        {counts[id] !== undefined && <span className="figures ml-0.5 font-normal text-quiet">{count(counts[id])}</span>}
      </Link>
    ))}
  </nav>
)
