/** The buttons of a report's page, depending on its state and the user's role. */
"use client"

import { DotsHorizontalIcon } from "@radix-ui/react-icons"
import { useState } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "@/components/ui/menu"
import { useModule } from "@/components/ui/use-module"
import type { Report } from "./report-filters"
import { ShareDialog } from "./share-dialog"

type Props = {
  report: Report
  path: string
  /** Viewers can read and print. */
  mayEdit: boolean
  /** The plan's page when the plan has no share links. */
  planPath: string | null
}

const loadSettings = () => import("./report-settings-dialog")

type Opened = "settings" | "archive" | "unpublish" | null

export function ReportActions({ report, path, mayEdit, planPath }: Props) {
  const [opened, setOpened] = useState<Opened>(null)
  const settings = useModule(loadSettings, opened === "settings", () => setOpened(null))
  const { status, name } = report
  const print = <MenuItem onSelect={() => setTimeout(() => window.print())}>Print or save as PDF</MenuItem>
  if (!mayEdit) return status !== "archived" && <Button onClick={() => window.print()}>Print</Button>
  if (status === "archived")
    return (
      <ChangeStatus verb="restore" report={report} done={`${name} is a draft again`}>
        Restore report
      </ChangeStatus>
    )
  const close = (isOpen: boolean) => !isOpen && setOpened(null)
  return (
    <>
      {status === "draft" && (
        <ChangeStatus verb="publish" report={report} done={`${name} is published`}>
          Publish report
        </ChangeStatus>
      )}
      <Button asChild>
        <Link href={`${path}/edit`}>Edit report</Link>
      </Button>
      <ShareDialog report={report} planPath={planPath} />
      <Menu>
        <MenuTrigger asChild>
          <Button kind="quiet" size="icon" aria-label="More actions">
            <DotsHorizontalIcon aria-hidden className="size-4" />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          {print}
          <MenuItem onSelect={() => setOpened("settings")}>Report settings</MenuItem>
          <MenuSeparator />
          {status === "published" && <MenuItem onSelect={() => setOpened("unpublish")}>Turn into a draft</MenuItem>}
          <MenuItem onSelect={() => setOpened("archive")}>Archive report</MenuItem>
        </MenuContent>
      </Menu>
      {opened === "settings" && settings && (
        <settings.ReportSettingsDialog report={report} onClose={() => setOpened(null)} />
      )}
      <ConfirmStatusChange
        verb="unpublish"
        report={report}
        isOpen={opened === "unpublish"}
        onOpenChange={close}
        title={`Turn ${name} into a draft?`}
        action="Turn into a draft"
        done={`${name} is a draft`}
        isHarmless
      >
        Its share links stop working until you publish it again. Your team can still read it.
      </ConfirmStatusChange>
      <ConfirmStatusChange
        verb="archive"
        report={report}
        isOpen={opened === "archive"}
        onOpenChange={close}
        title={`Archive ${name}?`}
        action="Archive report"
        done={`${name} is archived`}
      >
        Its share links stop working, and its data cannot be read in the app or through the API. You can restore it at
        any time.
      </ConfirmStatusChange>
    </>
  )
}

type Verb = "publish" | "unpublish" | "archive" | "restore"
type StatusProps = { verb: Verb; report: Report; done: string }

/** Changes the status without a confirmation, because nothing stops. */
function ChangeStatus({ verb, report, done, children }: StatusProps & { children: string }) {
  const api = useApi()
  const { run, isBusy } = useAction(api.reports[verb].mutationOptions(), { done, isFormless: true })
  return (
    <Button kind="primary" aria-busy={isBusy} disabled={isBusy} onClick={() => run({ report_id: report.id })}>
      {children}
    </Button>
  )
}

type ConfirmProps = StatusProps & {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  action: string
  isHarmless?: boolean
  children: string
}

function ConfirmStatusChange({ verb, report, done, onOpenChange, children, ...rest }: ConfirmProps) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.reports[verb].mutationOptions(), {
    done,
    onDone: () => onOpenChange(false),
  })
  return (
    <ConfirmDialog
      {...rest}
      onOpenChange={onOpenChange}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run({ report_id: report.id })}
    >
      <p>{children}</p>
    </ConfirmDialog>
  )
}
