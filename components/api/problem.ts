/** A failed call in words: what happened, which field is at fault, and the id to quote. */
import type { TRPCClientErrorLike } from "@trpc/client"
import type { Router } from "@/server/trpc/router"

export type Failure = TRPCClientErrorLike<Router>
export type Problem = { code: string; detail: string; requestId: string | null; faults: Map<string, string> }

/** True when no response of ours arrived: the change may have been made, or not. */
export const isUnconfirmed = (failure: Failure) => !failure.data?.problem

/** True when we know what became of a change: it was made, or it was refused. */
export const isSettled = (failure: Failure) => (failure.data?.problem?.status ?? 500) < 500

export function problemIn(failure: Failure | null): Problem | null {
  if (!failure) return null
  const told = failure.data?.problem
  if (!told)
    return {
      code: "unconfirmed",
      detail:
        "We couldn't confirm that this was saved, because no response arrived. You can try again here: it will not be saved twice.",
      requestId: null,
      faults: new Map(),
    }
  const faults = told.errors.flatMap((fault) => {
    const field = fieldOf(fault)
    return field ? [[field, inWords(fault)] as const] : []
  })
  return { code: told.code, detail: told.detail, requestId: told.request_id, faults: new Map(faults) }
}

type Fault = { parameter?: string; pointer?: string; detail: string }

/** `/own_brand/domains/2` is about the field `own_brand.domains`, whichever of its entries is wrong. */
const fieldOf = ({ parameter, pointer }: Fault) =>
  parameter ??
  pointer
    ?.split("/")
    .filter((part) => part && !/^\d+$/.test(part))
    .join(".")

/** "name: needs …" stands beside the field already, so that its name can go. */
function inWords({ parameter, pointer, detail }: Fault) {
  const place = `${parameter ?? pointer}: `
  const text = detail.startsWith(place) ? detail.slice(place.length) : detail
  return text.charAt(0).toUpperCase() + text.slice(1)
}
