/** A failed call in words: what happened, which fields are at fault, and the id to quote. */
import type { TRPCClientErrorLike } from "@trpc/client"
import type { Router } from "@/server/trpc/router"

export type Failure = TRPCClientErrorLike<Router>

export type Problem = {
  code: string
  detail: string
  requestId: string | null
  /** What is wrong with each field, by its path in the input: `own_brand.domains`. */
  faults: Map<string, string>
}

/** True when no response of ours arrived: the change may have been made, or not. */
export const isUnconfirmed = (failure: Failure) => !failure.data?.problem

/** True when we know what became of a change: it was made, or it was refused. */
export const isSettled = (failure: Failure) => (failure.data?.problem?.status ?? 500) < 500

/** `input`: what was sent, so that a fault in a list can name its entry. */
export function problemIn(failure: Failure | null, input?: unknown): Problem | null {
  if (!failure) return null
  const document = failure.data?.problem
  if (!document)
    return {
      code: "unconfirmed",
      detail:
        "We couldn't confirm that this was saved, because no response arrived. Try again here. It will not be saved twice.",
      requestId: null,
      faults: new Map(),
    }
  const faults = new Map<string, string>()
  for (const fault of document.errors) {
    const field = fieldOf(fault)
    const text = inWords(fault, input)
    const earlier = faults.get(field)
    if (field && !earlier?.includes(text)) faults.set(field, earlier ? `${earlier} ${text}` : text)
  }
  return { code: document.code, detail: document.detail, requestId: document.request_id, faults }
}

/** What is wrong with a field, or with anything in it: `headers` also hears of `headers.name`. */
export function faultAt(problem: Problem | null | undefined, field: string): string | undefined {
  const texts = [...(problem?.faults ?? [])].filter(([path]) => isWithin(path, field)).map(([, text]) => text)
  return texts.length > 0 ? texts.join(" ") : undefined
}

/** What is wrong where none of `fields` shows it, with a name for the place. */
export const faultsBeside = ({ faults }: Problem, fields: string[]) =>
  [...faults]
    .filter(([path]) => !fields.some((field) => isWithin(path, field)))
    .map(([path, text]) => ({ label: labelOf(path), text }))

const isWithin = (path: string, field: string) => path === field || path.startsWith(`${field}.`)

/** `ip_allowlist` -> "Ip allowlist", for places that have no field on the form. */
const labelOf = (path: string) => {
  const words = path.replaceAll(/[._]/g, " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Fault = { parameter?: string; pointer?: string; detail: string; fix?: string }

/** `/own_brand/domains/2` is about the field `own_brand.domains`, whichever of its entries is wrong. */
const fieldOf = ({ parameter, pointer }: Fault) =>
  parameter ??
  partsOf(pointer)
    .filter((part) => part && !/^\d+$/.test(part))
    .join(".")

/** How to mend it, where the server says so; else what is wrong. An entry of a list is named by its text. */
function inWords(fault: Fault, input: unknown) {
  const text = fault.fix ? fault.fix.replace(/^Give /, "Enter ") : withoutPlace(fault)
  const entry = entryOf(fault.pointer, input)
  return entry === undefined ? text : `"${entry}": ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/** "name: is taken" stands beside the field already, so that its name can go. */
function withoutPlace({ parameter, pointer, detail }: Fault) {
  const place = `${parameter ?? pointer}: `
  const text = detail.startsWith(place) ? detail.slice(place.length) : detail
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The text that a person wrote as one entry of a list. */
function entryOf(pointer: string | undefined, input: unknown) {
  const parts = partsOf(pointer)
  if (!parts.some((part) => /^\d+$/.test(part))) return undefined
  const found = parts.reduce<unknown>(
    (value, part) => (typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined),
    input,
  )
  return typeof found === "string" && found !== "" ? found.slice(0, 60) : undefined
}

/** Of a JSON pointer (RFC 6901). */
const partsOf = (pointer = "") =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
