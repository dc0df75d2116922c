/**
 * The head of a report in the app. The report's page and its editor share it, so the document stays where it is when a
 * user starts to edit.
 */
import type { ReactNode } from "react"
import type { Data } from "@/components/api/types"
import { PageHead } from "@/components/frame/page-head"
import type { Report } from "./report-filters"
import { ReportSubject, SenderRow } from "./report-head"
import { ReportState } from "./report-state"
import type { Days } from "./widget-data"

type Props = {
  /** The path of the team. */
  base: string
  report: Pick<Report, "name" | "description" | "status">
  client: { id: string; name: string }
  sender: Data<"reports", "getSender">
  period: Days
  /** True in the editor, whose bar stands in the place of the buttons. */
  isEditor?: boolean
  /** The buttons of the report's page. */
  actions?: ReactNode
}

export function ReportPageHead({ base, report, client, sender, period, isEditor = false, actions }: Props) {
  return (
    <PageHead
      isDocument
      crumbs={[
        // The menu with the other reports would leave the editor without a question about unsaved changes.
        { name: "Reports", href: `${base}/reports`, ...(!isEditor && { switchTo: "reports" as const }) },
        { name: client.name, href: `${base}/clients/${client.id}` },
      ]}
      above={<SenderRow {...sender} logoPath={`/api/teams/${base.slice(1)}/logo`} actions={actions} />}
      title={report.name}
      mark={
        <span className="flex print:hidden">
          <ReportState status={report.status} />
        </span>
      }
    >
      <ReportSubject client={client.name} period={period} />
      {report.description}
    </PageHead>
  )
}
