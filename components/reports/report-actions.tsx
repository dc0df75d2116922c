/** The buttons of a report's page, depending on its state and the user's role. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { openParameter } from "@/components/forms/use-open-from-url"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { MenuItem, MenuSeparator } from "@/components/ui/menu"
import { MoreMenu } from "@/components/ui/more-menu"
import { useModule } from "@/components/ui/use-module"
import type { OpenedDialog } from "./report-dialogs"
import type { Report } from "./report-filters"
import { ShareDialog } from "./share-dialog"

type Props = {
  report: Report
  /** The path of the report list. */
  listPath: string
  /** Viewers can read and print. */
  canEdit: boolean
  /** The plan's page when the plan has no share links. */
  planPath: string | null
}

const loadDialogs = () => import("./report-dialogs")

export function ReportActions({ report, listPath, canEdit, planPath }: Props) {
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const dialogs = useModule(loadDialogs, opened !== null, () => setOpened(null))
  const { status, name } = report
  if (!canEdit) return status !== "archived" && <Button onClick={() => window.print()}>Print</Button>
  if (status === "archived")
    return (
      <ChangeStatus verb="restore" report={report} done={`${name} is a draft again`}>
        Restore report
      </ChangeStatus>
    )
  return (
    <>
      {status === "draft" && (
        <ChangeStatus verb="publish" report={report} done={`${name} is published`}>
          Publish report
        </ChangeStatus>
      )}
      <Button asChild>
        <Link href={`${listPath}/${report.id}/edit`}>Edit report</Link>
      </Button>
      <ShareDialog report={report} planPath={planPath} />
      <MoreMenu>
        {/* After a timeout, so that the menu is closed when the browser prints the page. */}
        <MenuItem onSelect={() => setTimeout(() => window.print())}>Print or save as PDF</MenuItem>
        <MenuItem aria-haspopup="dialog" onSelect={() => setOpened("settings")}>
          Report settings
        </MenuItem>
        <MenuItem asChild>
          <Link href={`${listPath}?${openParameter}&client=${report.client_id}&copy_of=${report.id}`}>Copy report</Link>
        </MenuItem>
        <MenuSeparator />
        {status === "published" && (
          <MenuItem aria-haspopup="dialog" onSelect={() => setOpened("unpublish")}>
            Turn into a draft
          </MenuItem>
        )}
        <MenuItem aria-haspopup="dialog" onSelect={() => setOpened("archive")}>
          Archive report
        </MenuItem>
      </MoreMenu>
      {opened && dialogs && <dialogs.ReportDialog opened={opened} report={report} onClose={() => setOpened(null)} />}
    </>
  )
}

type StatusProps = { verb: "publish" | "restore"; report: Report; done: string; children: string }

/** Changes the status without a confirmation, because nothing stops working. */
function ChangeStatus({ verb, report, done, children }: StatusProps) {
  const api = useApi()
  const { run, isBusy } = useAction(api.reports[verb].mutationOptions(), { done, isFormless: true })
  return (
    <Button kind="primary" isBusy={isBusy} onClick={() => run({ report_id: report.id })}>
      {children}
    </Button>
  )
}
