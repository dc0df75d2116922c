import { renderToString } from "react-dom/server"
import { beforeEach, expect, it, vi } from "vitest"
import { MuteRule } from "./mute-rule"

type Toast = { text: string; action?: { label: string; onClick: () => void } }
type Action = { onDone: (output: { data: { muted_until: string | null } }) => void }

type Callbacks = { onError: () => void }

const { toasts, actions, runs, callbacks } = vi.hoisted(() => ({
  toasts: [] as Toast[],
  actions: [] as Action[],
  runs: [] as object[],
  callbacks: [] as Callbacks[],
}))
const onStart = vi.fn()
const onFail = vi.fn()
vi.mock("@/components/ui/toaster", () => ({
  showToast: (text: string, options = {}) => toasts.push({ text, ...options }),
}))
vi.mock("@/components/api/provider", () => ({
  useApi: () => ({ signalRules: { update: { mutationOptions: vi.fn() } } }),
}))
vi.mock("@/components/api/use-action", () => ({
  useAction: (_: unknown, action: Action) => {
    actions.push(action)
    const run = (input: object, given: Callbacks) => {
      runs.push(input)
      callbacks.push(given)
    }
    return { run, isBusy: false }
  },
}))

beforeEach(() => {
  for (const list of [toasts, actions, runs, callbacks]) list.length = 0
  vi.clearAllMocks()
})

const later = "2999-01-01T00:00:00.000Z"
const rule = { id: "srl_1", name: "Any clicks", muted_until: null }
const render = (muted_until: string | null, isShownMuted = muted_until !== null) =>
  renderToString(
    <MuteRule rule={{ ...rule, muted_until }} isShownMuted={isShownMuted} onStart={onStart} onFail={onFail} />,
  )

/** Renders the button, ends a change with `after`, and clicks Undo. */
function undoAfter(before: string | null, after: string | null) {
  render(before)
  const [undo, change] = actions
  change?.onDone({ data: { muted_until: after } })
  toasts[0]?.action?.onClick()
  undo?.onDone({ data: { muted_until: before } })
}

it("offers to undo a mute, which unmutes the rule", () => {
  undoAfter(null, later)
  expect(toasts.map(({ text, action }) => [text, action?.label])).toEqual([
    ["Any clicks muted", "Undo"],
    ["Any clicks unmuted", undefined],
  ])
  expect(runs).toEqual([{ rule_id: rule.id, muted_until: null }])
})

it("offers to undo an unmute, which restores the end", () => {
  undoAfter(later, null)
  expect(toasts.map(({ text }) => text)).toEqual(["Any clicks unmuted", "Any clicks muted"])
  expect(runs).toEqual([{ rule_id: rule.id, muted_until: later }])
})

it("shows the undone change immediately, and the stored state again if the server rejects it", () => {
  undoAfter(later, null)
  expect(onStart.mock.calls).toEqual([[later]])
  expect(onFail).not.toHaveBeenCalled()
  callbacks[0]?.onError()
  expect(onFail).toHaveBeenCalledOnce()
})

it("shows the button of the expected state", () => {
  expect(render(null, true)).toContain('aria-label="Unmute Any clicks"')
  expect(render(later, false)).toContain('aria-label="Mute Any clicks"')
})
