/** Hook for a change: calls an operation once per click, reloads the page's data, and shows a message. */
"use client"

import { type MutateOptions, type UseMutationOptions, useMutation, useQueryClient } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useRef } from "react"
import { useCloseGuard } from "@/components/ui/close-guard"
import { showToast } from "@/components/ui/toaster"
import { newIdempotencyKey, setIdempotencyKey } from "./idempotency-keys"
import { type ApiError, isSettled, problemIn } from "./problem"

type ActionOptions<Output> = {
  /** The message after success, such as "Name changed". */
  done?: string
  onDone?: (output: Output) => void
  /** Shows errors as a toast, for actions without a form that shows them. */
  isFormless?: boolean
  /** Accepts the same input again immediately. Other actions ignore it as a double click. */
  isRepeatable?: boolean
}

/** Within this time the same input counts as a double click, even after the first response has arrived. */
const doubleClickMs = 500

export function useAction<Input extends object, Output>(
  options: UseMutationOptions<Output, ApiError, Input, unknown>,
  { done, onDone, isFormless, isRepeatable }: ActionOptions<Output> = {},
) {
  const router = useRouter()
  const queries = useQueryClient()
  // A ref and not a state, because a second click can happen before React has rendered the first one. `key` is the
  // idempotency key of the next call.
  const state = useRef<{ isRunning: boolean; key: string; lastClick?: Click }>({
    isRunning: false,
    key: newIdempotencyKey(),
  })
  const mutation = useMutation({
    ...options,
    onSuccess: (output: Output) => {
      state.current.key = newIdempotencyKey()
      if (done) showToast(done)
      onDone?.(output)
      void queries.invalidateQueries()
      router.refresh()
    },
    onError: (error: ApiError) => {
      delete state.current.lastClick
      const problem = problemIn(error)
      // A new key makes the next attempt a new change. Otherwise a retry sends the same key.
      if (isSettled(error)) state.current.key = newIdempotencyKey()
      if (problem && staleDataCodes.has(problem.code)) router.refresh()
      if (problem?.code === "session_missing") offerSignIn()
      if (isFormless && problem)
        showToast(problem.detail, {
          description: problem.requestId && `Request ${problem.requestId}`,
          durationMs: 10_000,
        })
    },
    onSettled: () => {
      state.current.isRunning = false
    },
  })
  useCloseGuard(mutation.isPending)
  /** Starts a call. Does nothing while a call runs, or for a double click. `callbacks` are for this call only. */
  function run(input: Input, callbacks?: MutateOptions<Output, ApiError, Input, unknown>) {
    const { isRunning, lastClick, key } = state.current
    const click = { input: JSON.stringify(input), atMs: performance.now() }
    const isDoubleClick =
      !isRepeatable && lastClick?.input === click.input && click.atMs - lastClick.atMs < doubleClickMs
    if (isRunning || isDoubleClick) return
    state.current.isRunning = true
    state.current.lastClick = click
    setIdempotencyKey(input, key)
    mutation.mutate(input, callbacks)
  }
  return {
    run,
    output: mutation.data,
    isBusy: mutation.isPending,
    problem: problemIn(mutation.error, mutation.variables),
    reset: mutation.reset,
  }
}

/** Offers to sign in and come back, after a change without a session. The page stays, so its inputs can be copied. */
function offerSignIn() {
  const { pathname, search } = window.location
  const signInUrl = `/sign-in?callbackUrl=${encodeURIComponent(pathname + search)}`
  showToast("Your session has ended", {
    description: "Nothing was saved. Sign in to continue on this page.",
    action: { label: "Sign in", onClick: () => window.location.assign(signInUrl) },
    durationMs: 60_000,
  })
}

/** `input` is JSON. `atMs` is the time since the page was loaded. */
type Click = { input: string; atMs: number }

/** Error codes after which the page may show older data than what is saved. */
const staleDataCodes = new Set(["idempotency_conflict", "outcome_unknown", "unconfirmed"])
