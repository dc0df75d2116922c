/** Explains why the data of a widget is missing or old, and links to the page where the user can fix it. */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { periodLabel } from "@/components/lists/ranges"
import type { WidgetData } from "./widget-data"

/** `team` is the path of the team. Without it the reader is a client, who cannot change anything. */
type Props = { widget: WidgetData; team: string | undefined }

export function WidgetNote({ widget, team }: Props) {
  const { status, error, freshness } = widget
  const action = team && actionFor(widget, team)
  if (status === "empty")
    return (
      <p className="text-quiet">
        {emptyText(widget, team)} {action}
      </p>
    )
  if (status === "error")
    return (
      <Note className="border-danger bg-danger-wash">
        {error?.message ?? "This data could not be loaded. Try again in a few minutes."} {action}
      </Note>
    )
  if (status === "stale" || status === "partial")
    return (
      <Note className="border-caution bg-caution-wash">
        {error?.message ?? incompleteTexts[status]}
        {freshness?.data_through && ` The last day with data from all sources is ${dateOf(freshness.data_through)}.`}{" "}
        {action}
      </Note>
    )
  return null
}

const incompleteTexts = {
  stale: "This is the last stored data. Newer data could not be loaded.",
  partial: "Some data sources do not cover the whole period, so the numbers may be too low.",
}

function emptyText({ kind, empty_reason }: WidgetData, team: string | undefined) {
  if (empty_reason === "no_data_source")
    return team ? "This client has no data source for these metrics." : "No data source delivers these metrics yet."
  if (kind === "signals") return "No signals in this period."
  if (kind === "citations") return "No answers in this period cite a source."
  return "There is no data in this period. Choose a longer period."
}

function actionFor({ status, error, empty_reason }: WidgetData, team: string): ReactNode {
  if (empty_reason === "no_data_source") return <Action href={`${team}/sources/new`}>Connect a data source</Action>
  if (error?.code === "source_reauth_required" && error.data_source_id)
    return <Action href={`${team}/sources/${error.data_source_id}`}>Reconnect the data source</Action>
  if (error?.data_source_id)
    return <Action href={`${team}/sources/${error.data_source_id}`}>Open the data source</Action>
  if (status === "partial") return <Action href={`${team}/sources`}>Check the data sources</Action>
  if (error?.code === "query_invalid") return "Edit the report to change this widget."
  return null
}

const Action = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className="text-accent underline underline-offset-2 print:hidden">
    {children}
  </Link>
)

const Note = ({ className, children }: { className: string; children: ReactNode }) => (
  <p className={`mb-3 rounded-box border px-3 py-2 text-table ${className}`}>{children}</p>
)

const dateOf = (date: string) => periodLabel({ from: date, to: date })
