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

it("calls back after success, and then closes", () => {
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
    >
      Existing signals stay.
    </ConfirmDialog>,
  )
  expect(actions[0]?.done).toBe("Rule deleted")
  actions[0]?.onDone("output")
  expect(calls).toEqual(["output", false])
})

it("stays open while another page loads", () => {
  const calls: unknown[] = []
  renderToString(
    <ConfirmDialog
      title="Leave the team?"
      action="Leave team"
      mutation={{} as never}
      input={{}}
      onDone={() => calls.push("done")}
      leavesPage
      isOpen
      onOpenChange={(isOpen) => calls.push(isOpen)}
    >
      You lose access.
    </ConfirmDialog>,
  )
  actions.at(-1)?.onDone("output")
  expect(calls).toEqual(["done"])
})
