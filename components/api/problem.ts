/** A failed call in words: what happened, which field is at fault, and the id to quote. */
import type { TRPCClientErrorLike } from "@trpc/client"
import type { Router } from "@/server/trpc/router"

export type Failure = TRPCClientErrorLike<Router>
export type Problem = { code: string; detail: string; requestId: string | null; faults: Map<string, string> }

export function problemIn(failure: Failure | null): Problem | null {
  if (!failure) return null
  const told = failure.data?.problem
  if (!told)
    return {
      code: "unreachable",
      detail: "Signalbox cannot be reached. Nothing was changed; try again.",
      requestId: null,
      faults: new Map(),
    }
  const faults = told.errors.flatMap((fault) => (fault.parameter ? [[fault.parameter, inWords(fault)] as const] : []))
  return { code: told.code, detail: told.detail, requestId: told.request_id, faults: new Map(faults) }
}

/** "name: needs …" stands beside the field already, so that its name can go. */
function inWords({ parameter, detail }: { parameter?: string; detail: string }) {
  const text = parameter && detail.startsWith(`${parameter}: `) ? detail.slice(parameter.length + 2) : detail
  return text.charAt(0).toUpperCase() + text.slice(1)
}
