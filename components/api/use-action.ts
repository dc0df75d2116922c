/** A change: calls an operation, shows the page anew, and says what was done. */
"use client"

import { type UseMutationOptions, useMutation } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { toast } from "sonner"
import { type Failure, problemIn } from "./problem"

type More<Output> = {
  /** What to say afterwards, e.g. "Name changed". */
  done?: string
  onDone?: (output: Output) => void
  /** Failures that no form on the page shows are said at the foot of the window. */
  isFormless?: boolean
}

export function useAction<Input, Output>(
  options: UseMutationOptions<Output, Failure, Input, unknown>,
  { done, onDone, isFormless }: More<Output> = {},
) {
  const router = useRouter()
  const mutation = useMutation({
    ...options,
    onSuccess: (output: Output) => {
      if (done) toast(done)
      onDone?.(output)
      router.refresh()
    },
    onError: (failure: Failure) => {
      const problem = problemIn(failure)
      if (isFormless && problem)
        toast(problem.detail, { description: problem.requestId && `Request ${problem.requestId}`, duration: 10_000 })
    },
  })
  return {
    run: mutation.mutate,
    output: mutation.data,
    isBusy: mutation.isPending,
    problem: problemIn(mutation.error),
    reset: mutation.reset,
  }
}
