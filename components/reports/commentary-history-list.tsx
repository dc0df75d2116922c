/** Earlier texts of the commentary of a report or section, newest first. */
"use client"

import { useQuery } from "@tanstack/react-query"
import { useApi } from "@/components/api/provider"
import { queryProblemIn } from "@/components/api/query-problem"
import { ProblemNote } from "@/components/forms/problem-note"
import { periodLabel } from "@/components/lists/ranges"
import { Time } from "@/components/time"
import { pluralize } from "@/domain/kernel/format-count"

export type HistoryProps = { reportId: string; sectionId: string | null; subject: string }

export function CommentaryHistoryList({ reportId, sectionId }: HistoryProps) {
  const api = useApi()
  const { data, error, isPending } = useQuery({
    ...api.reports.listCommentary.queryOptions({ report_id: reportId, section_id: sectionId, limit: 50 }),
    staleTime: 0,
  })
  if (error) return <ProblemNote problem={queryProblemIn(error)} />
  if (isPending) return <p className="text-quiet">Loading…</p>
  const { total } = data.meta
  if (data.data.length === 0) return <p className="text-quiet">No commentary yet.</p>
  return (
    <>
      <ol className="grid gap-5">
        {data.data.map(({ id, author, created_at, period, markdown }) => (
          <li key={id} className="border-line border-t pt-3 first:border-t-0 first:pt-0">
            <p className="text-quiet text-table">
              <strong className="text-text">{author}</strong>, <Time at={created_at} />, about {periodLabel(period)}
            </p>
            <p className="mt-1 whitespace-pre-wrap wrap-anywhere">
              {markdown || <span className="text-quiet">Removed the commentary.</span>}
            </p>
          </li>
        ))}
      </ol>
      {total !== null && total > data.data.length && (
        <p className="mt-5 text-quiet">
          {pluralize(total - data.data.length, "earlier text is", "earlier texts are")} not shown.
        </p>
      )}
    </>
  )
}
