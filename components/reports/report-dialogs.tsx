/** The dialogs of a report's menu: its settings, and the confirmations of changes that stop its share links. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { showToast } from "@/components/ui/toaster"
import { showUndoToast } from "@/components/ui/undo-toast"
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
  const undo = useUndo(report)
  return (
    <ConfirmDialog
      {...rest}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      mutation={api.reports[verb].mutationOptions()}
      input={{ report_id: report.id }}
      onDone={() => showUndoToast(done, undo[verb])}
    >
      <p>{children}</p>
    </ConfirmDialog>
  )
}

/** Returns the reverse of each change. A published report that was archived is restored as a draft, and published. */
function useUndo({ id, name, status }: Report) {
  const api = useApi()
  const input = { report_id: id }
  const publish = useAction(api.reports.publish.mutationOptions(), { done: `${name} is published`, isFormless: true })
  const restore = useAction(api.reports.restore.mutationOptions(), {
    isFormless: true,
    onDone: () => (status === "published" ? publish.run(input) : showToast(`${name} is a draft again`)),
  })
  return { archive: () => restore.run(input), unpublish: () => publish.run(input) }
}
