/** The dialogs of a report's menu: its settings, and the confirmations of changes that stop its share links. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import type { Report } from "./report-filters"
import { ReportSettingsDialog } from "./report-settings-dialog"

export type OpenedDialog = "settings" | "archive" | "unpublish"
type Props = { opened: OpenedDialog; report: Report; onClose: () => void }

export function ReportDialog({ opened, report, onClose }: Props) {
  if (opened === "settings") return <ReportSettingsDialog report={report} onClose={onClose} />
  if (opened === "unpublish")
    return (
      <ConfirmStatusChange
        verb="unpublish"
        report={report}
        onClose={onClose}
        title={`Turn ${report.name} into a draft?`}
        action="Turn into a draft"
        done={`${report.name} is a draft`}
        isHarmless
      >
        Its share links stop working until you publish it again. Your team can still read it.
      </ConfirmStatusChange>
    )
  return (
    <ConfirmStatusChange
      verb="archive"
      report={report}
      onClose={onClose}
      title={`Archive ${report.name}?`}
      action="Archive report"
      done={`${report.name} is archived`}
    >
      Its share links stop working, and its data cannot be read in the app or through the API. You can restore it at any
      time.
    </ConfirmStatusChange>
  )
}

type ConfirmProps = {
  verb: "unpublish" | "archive"
  report: Report
  onClose: () => void
  title: string
  action: string
  done: string
  isHarmless?: boolean
  children: string
}

function ConfirmStatusChange({ verb, report, onClose, done, children, ...rest }: ConfirmProps) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.reports[verb].mutationOptions(), { done, onDone: onClose })
  return (
    <ConfirmDialog
      {...rest}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run({ report_id: report.id })}
    >
      <p>{children}</p>
    </ConfirmDialog>
  )
}
