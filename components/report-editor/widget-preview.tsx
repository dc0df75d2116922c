/**
 * Shows the data of a widget in the editor: as the page rendered it, or a preview after a change. The code of previews
 * loads with the first change. A preview that fails is replaced alone: the editor keeps its unsaved changes.
 */
"use client"

import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { catchError } from "next/error"
import { type ReactNode, useEffect, useState } from "react"
import { isUnconfirmed, problemIn } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import { CautionNote } from "@/components/forms/problem-note"
import type { PeriodInput } from "@/components/lists/ranges"
import type { WidgetPlace } from "@/components/reports/widget-data"
import { Button } from "@/components/ui/button"
import type { EditedWidget } from "./layout-changes"

/** What a preview needs besides the widget: the page that shows it, and the period to query. */
export type PreviewSettings = WidgetPlace & { periodInput: PeriodInput }
type Props = PreviewSettings & {
  reportId: string
  widget: EditedWidget
  /** The widget as the page rendered it. Undefined when it has changed since. */
  rendered?: ReactNode
}

const loadProse = () => import("@/components/reports/prose")
const loadWidget = () => import("@/components/reports/widget")

/** While the user types, the preview waits this long for the next change. */
const previewDelayMs = 350

export const WidgetPreview = ({ rendered, ...props }: Props) =>
  rendered ?? (
    <PreviewBoundary key={props.widget.kind}>
      {props.widget.kind === "text" ? <TextPreview widget={props.widget} /> : <DataPreview {...props} />}
    </PreviewBoundary>
  )

/** Catches errors of a preview's components. Without it, the error page would replace the editor. */
const PreviewBoundary = catchError((_props: object, { reset }) => (
  <FailedPreview reason="This preview stopped working." onRetry={reset} />
))

function TextPreview({ widget }: Pick<Props, "widget">) {
  const { code, failure } = useCode("prose", loadProse)
  const text = String(widget.options["text"] ?? "")
  if (!text) return <p className="text-quiet">No text yet.</p>
  return failure ?? (code ? <code.Prose text={text} /> : <Waiting />)
}

function DataPreview({ reportId, widget, periodInput, ...place }: Omit<Props, "rendered">) {
  const api = useApi()
  const { code, failure } = useCode("widget", loadWidget)
  const delayedInput = useDelayed(JSON.stringify(previewInput(widget)), previewDelayMs)
  const { data, error, isFetching, refetch } = useQuery(
    api.reports.previewWidget.queryOptions(
      { report_id: reportId, widget: JSON.parse(delayedInput), daily_values: true, ...periodInput },
      { placeholderData: keepPreviousData, retry: false },
    ),
  )
  if (error && isUnconfirmed(error))
    return <FailedPreview reason="This preview could not be loaded." onRetry={() => void refetch()} />
  const problem = problemIn(error)
  if (problem)
    return (
      <CautionNote className="text-table">{[...problem.fieldErrors.values()].join(" ") || problem.detail}</CautionNote>
    )
  if (failure) return failure
  const content = data?.data
  if (!code || !content || content.kind !== widget.kind) return <Waiting />
  return (
    <div aria-busy={isFetching} className="transition-opacity aria-busy:opacity-60">
      <code.WidgetContent widget={{ ...content, title: widget.title }} {...place} />
    </div>
  )
}

/** Loads the code of a preview. `failure` says that it could not be downloaded, with a button that tries again. */
function useCode<Module>(name: string, load: () => Promise<Module>) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["preview code", name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const failure = isError && (
    <FailedPreview reason="This preview could not be downloaded." onRetry={() => void refetch()} />
  )
  return { code: data, failure: failure || null }
}

const FailedPreview = ({ reason, onRetry }: { reason: string; onRetry: () => void }) => (
  <CautionNote className="text-table">
    <span role="status">{reason} Your unsaved changes are still here.</span>{" "}
    <Button size="small" className="ml-1" onClick={onRetry}>
      Try again
    </Button>
  </CautionNote>
)

const Waiting = () => <div aria-busy className="h-32 animate-pulse rounded-box bg-hover" />

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
