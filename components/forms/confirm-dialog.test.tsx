import { renderToString } from "react-dom/server"
import { expect, it, vi } from "vitest"
import { ConfirmDialog } from "./confirm-dialog"

type Options = { done?: string; onDone: (output: unknown) => void }

const { actions } = vi.hoisted(() => ({ actions: [] as Options[] }))
vi.mock("@/components/api/use-action", () => ({
  useAction: (_mutation: unknown, options: Options) => {
    actions.push(options)
    return { run: vi.fn(), isBusy: false, problem: null }
  },
}))
vi.mock("@/components/ui/dialog", () => {
  const renderNothing = () => null
  return {
    Dialog: renderNothing,
    DialogClose: renderNothing,
    DialogContent: renderNothing,
    DialogTrigger: renderNothing,
  }
})

/** Renders the dialog and ends its mutation. Returns what the dialog called, in order. */
function callsAfterSuccess(props: { leavesPage?: boolean }) {
  const calls: unknown[] = []
  renderToString(
    <ConfirmDialog
      title="Delete the rule?"
      action="Delete rule"
      mutation={{} as never}
      input={{ rule_id: "rul_1" }}
      done="Rule deleted"
      onDone={(output) => calls.push(output)}
      isOpen
      onOpenChange={(isOpen) => calls.push(isOpen)}
      {...props}
    >
      Existing signals stay.
    </ConfirmDialog>,
  )
  expect(actions.at(-1)?.done).toBe("Rule deleted")
  actions.at(-1)?.onDone("output")
  return calls
}

it("calls back after success, and then closes", () => {
  expect(callsAfterSuccess({})).toEqual(["output", false])
})

it("stays open while another page loads", () => {
  expect(callsAfterSuccess({ leavesPage: true })).toEqual(["output"])
})
