import { renderToString } from "react-dom/server"
import { beforeEach, expect, it, vi } from "vitest"
import { exampleReport } from "@/domain/reports/report"
import { ReportDialog } from "./report-dialogs"
import type { Report } from "./report-filters"

type Action = { done?: string; onDone?: () => void }

const { toasts, actions, runs } = vi.hoisted(() => ({
  toasts: [] as { text: string; action?: { onClick: () => void } }[],
  actions: new Map<string, Action>(),
  runs: [] as string[],
}))
vi.mock("@/components/ui/toaster", () => ({
  showToast: (text: string, options = {}) => toasts.push({ text, ...options }),
}))
vi.mock("@/components/forms/confirm-dialog", () => ({
  ConfirmDialog: ({ mutation, onDone }: { mutation: string; onDone: () => void }) => {
    actions.set(mutation, { onDone })
    return null
  },
}))
vi.mock("@/components/api/provider", () => {
  const named = (name: string) => ({ mutationOptions: () => name })
  const verbs = ["archive", "unpublish", "publish", "restore", "update"]
  return { useApi: () => ({ reports: Object.fromEntries(verbs.map((verb) => [verb, named(verb)])) }) }
})
vi.mock("@/components/api/use-action", () => ({
  useAction: (verb: string, action: Action) => {
    actions.set(verb, action)
    return { run: () => runs.push(verb), isBusy: false, problem: null }
  },
}))

beforeEach(() => {
  toasts.length = 0
  runs.length = 0
  actions.clear()
})

/** Ends the change of the dialog, and clicks Undo. Returns what was called. */
function undo(opened: "archive" | "unpublish", status: Report["status"]) {
  const report = { ...exampleReport, status } as Report
  renderToString(<ReportDialog opened={opened} report={report} onClose={vi.fn()} />)
  actions.get(opened)?.onDone?.()
  toasts[0]?.action?.onClick()
  if (runs.includes("restore")) actions.get("restore")?.onDone?.()
  return runs
}

it("undoes the archiving of a draft by restoring it", () => {
  expect(undo("archive", "draft")).toEqual(["restore"])
  expect(toasts.map(({ text }) => text)).toEqual([
    `${exampleReport.name} is archived`,
    `${exampleReport.name} is a draft again`,
  ])
})

it("undoes the archiving of a published report by restoring and publishing it", () => {
  expect(undo("archive", "published")).toEqual(["restore", "publish"])
})

it("undoes a change into a draft by publishing the report", () => {
  expect(undo("unpublish", "published")).toEqual(["publish"])
})
