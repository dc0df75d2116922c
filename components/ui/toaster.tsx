/**
 * Toast messages at the bottom of the window. A toast disappears after some seconds, but not under the pointer. F8
 * moves the focus to the button of the newest one (components/ui/keep-focus.ts).
 */
"use client"

import { useSyncExternalStore } from "react"
import { Button } from "./button"

type Toast = {
  id: number
  text: string
  description?: string | null | undefined
  action?: { label: string; onClick: () => void }
  durationMs: number
}

let toasts: readonly Toast[] = []
const noToasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

export function showToast(text: string, options: Partial<Pick<Toast, "description" | "action" | "durationMs">> = {}) {
  lastId += 1
  setToasts([...toasts, { id: lastId, text, durationMs: 4_000, ...options }])
}

export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => noToasts,
  )
  return (
    <section
      aria-label="Notifications (F8)"
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-4 z-60 grid w-[calc(100vw-32px)] max-w-[356px] gap-3 sm:right-6 sm:bottom-6 print:hidden"
    >
      {shown.map((toast) => (
        <ToastBox key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastBox({ toast: { id, text, description, action, durationMs } }: { toast: Toast }) {
  const remove = () => setToasts(toasts.filter((toast) => toast.id !== id))
  return (
    <div
      // The animation is invisible. It serves as a timer that pauses while the pointer or the focus is inside.
      style={{ animationDuration: `${durationMs}ms` }}
      onAnimationEnd={remove}
      className="pointer-events-auto flex animate-[toast_linear] items-start gap-3 rounded-box border border-line bg-surface px-4 py-3 shadow-float focus-within:[animation-play-state:paused] hover:[animation-play-state:paused]"
    >
      <div className="min-w-0 flex-1 break-words">
        {text}
        {description && <div className="mt-0.5 text-quiet text-small">{description}</div>}
      </div>
      {action && (
        <Button
          size="small"
          onClick={() => {
            action.onClick()
            remove()
          }}
        >
          {action.label}
        </Button>
      )}
    </div>
  )
}

function setToasts(changed: readonly Toast[]) {
  toasts = changed
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
