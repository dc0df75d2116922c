/**
 * Shows the data of a widget in the editor: as the page rendered it, or a preview after a change. The code of previews
 * loads with the first change.
 */
"use client"

import { keepPreviousData, useQuery } from "@tanstack/react-query"
import dynamic from "next/dynamic"
import { type ReactNode, Suspense, useEffect, useState } from "react"
import { problemIn } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import type { PeriodInput } from "@/components/lists/ranges"
import type { WidgetPlace } from "@/components/reports/widget-data"
import type { EditedWidget } from "./layout-changes"

/** What a preview needs besides the widget: the page that shows it, and the period to query. */
export type PreviewSettings = WidgetPlace & { periodInput: PeriodInput }
type Props = PreviewSettings & {
  reportId: string
  widget: EditedWidget
  /** The widget as the page rendered it. Undefined when it has changed since. */
  rendered?: ReactNode
}

const Prose = dynamic(async () => (await import("@/components/reports/prose")).Prose)
const WidgetContent = dynamic(async () => (await import("@/components/reports/widget")).WidgetContent)

/** While the user types, the preview waits this long for the next change. */
const previewDelayMs = 350

/** Only the preview waits for its code. Without the boundary, the dialog would be hidden and its field lose the focus. */
export const WidgetPreview = ({ rendered, ...props }: Props) =>
  rendered ?? (
    <Suspense fallback={<Waiting />}>
      <ChangedWidget {...props} />
    </Suspense>
  )

const Waiting = () => <div aria-busy className="h-32 animate-pulse rounded-box bg-hover" />

function ChangedWidget({ reportId, widget, periodInput, ...place }: Omit<Props, "rendered">) {
  const api = useApi()
  const delayedInput = useDelayed(JSON.stringify(previewInput(widget)), previewDelayMs)
  const { data, error, isFetching } = useQuery(
    api.reports.previewWidget.queryOptions(
      { report_id: reportId, widget: JSON.parse(delayedInput), daily_values: true, ...periodInput },
      { enabled: widget.kind !== "text", placeholderData: keepPreviousData, retry: false },
    ),
  )
  if (widget.kind === "text") {
    const text = String(widget.options["text"] ?? "")
    return text ? <Prose text={text} /> : <p className="text-quiet">No text yet.</p>
  }
  const problem = problemIn(error)
  if (problem)
    return (
      <p className="rounded-box border border-caution bg-caution-wash px-3 py-2 text-table">
        {[...problem.fieldErrors.values()].join(" ") || problem.detail}
      </p>
    )
  const content = data?.data
  if (!content || content.kind !== widget.kind) return <Waiting />
  return (
    <div aria-busy={isFetching} className="transition-opacity aria-busy:opacity-60">
      <WidgetContent widget={{ ...content, title: widget.title }} {...place} />
    </div>
  )
}

/** The widget as the operation takes it. The title is empty, because it does not change the data. */
const previewInput = ({ kind, query, options }: EditedWidget) => ({ kind, title: "", query, options })

function useDelayed(value: string, delayMs: number): string {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return delayed
}
