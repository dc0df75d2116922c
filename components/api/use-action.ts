/** A change: calls an operation once per press, reloads the page's data, and says what was done. */
"use client"

import { type MutateOptions, type UseMutationOptions, useMutation } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useRef } from "react"
import { toast } from "sonner"
import { useHold } from "@/components/ui/hold"
import { nameChange, newChangeKey } from "./change-keys"
import { type Failure, isSettled, problemIn } from "./problem"

type More<Output> = {
  /** What to say afterwards, e.g. "Name changed". */
  done?: string
  onDone?: (output: Output) => void
  /** Failures that no form on the page shows are said at the foot of the window. */
  isFormless?: boolean
  /** Accepts the same input again at once. Every other action takes that for a double click and ignores it. */
  isRepeatable?: boolean
}

/** The second press of a double click, when the first one is answered already. */
const doublePressMs = 500

export function useAction<Input extends object, Output>(
  options: UseMutationOptions<Output, Failure, Input, unknown>,
  { done, onDone, isFormless, isRepeatable }: More<Output> = {},
) {
  const router = useRouter()
  // Read and written between renders: a second press may come before React shows the first.
  const state = useRef<{ isRunning: boolean; key: string; last?: Press }>({ isRunning: false, key: newChangeKey() })
  const mutation = useMutation({
    ...options,
    onSuccess: (output: Output) => {
      state.current.key = newChangeKey()
      if (done) toast(done)
      onDone?.(output)
      router.refresh()
    },
    onError: (failure: Failure) => {
      delete state.current.last
      const problem = problemIn(failure)
      // Until we know what became of the change, trying again repeats it under the same id.
      if (isSettled(failure)) state.current.key = newChangeKey()
      if (problem && showsOldPage.has(problem.code)) router.refresh()
      if (isFormless && problem)
        toast(problem.detail, { description: problem.requestId && `Request ${problem.requestId}`, duration: 10_000 })
    },
    onSettled: () => {
      state.current.isRunning = false
    },
  })
  useHold(mutation.isPending)
  function run(input: Input, more?: MutateOptions<Output, Failure, Input, unknown>) {
    const { isRunning, last, key } = state.current
    const press = { input: JSON.stringify(input), at: performance.now() }
    const isDoublePress = !isRepeatable && last?.input === press.input && press.at - last.at < doublePressMs
    if (isRunning || isDoublePress) return
    Object.assign(state.current, { isRunning: true, last: press })
    nameChange(input, key)
    mutation.mutate(input, more)
  }
  return {
    run,
    output: mutation.data,
    isBusy: mutation.isPending,
    problem: problemIn(mutation.error, mutation.variables),
    reset: mutation.reset,
  }
}

type Press = { input: string; at: number }

/** After these the page behind the form may be older than what is saved. */
const showsOldPage = new Set(["idempotency_conflict", "outcome_unknown", "unconfirmed"])
