/** Converts the error of a call to what the user sees: what happened, which fields are wrong, and the request ID. */
import type { TRPCClientErrorLike } from "@trpc/client"
import { capitalize, humanize } from "@/components/letter-case"
import type { Router } from "@/server/trpc/router"

export type ApiError = TRPCClientErrorLike<Router>

export type Problem = {
  code: string
  detail: string
  requestId: string | null
  /** Error texts by the path of the field in the input, such as `own_brand.domains`. */
  fieldErrors: Map<string, string>
}

/** True when no response of our server arrived, so the change may or may not have been saved. */
export const isUnconfirmed = (error: ApiError) => !error.data?.problem

/**
 * True when the result of the request is final, so that the next attempt is a new change. A 4xx response is final, and
 * means that nothing was saved, except `outcome_unknown`, whose message asks the user to check first. False after a 5xx
 * response, after a lost response, and while the server still executes the request.
 */
export function isSettled(error: ApiError) {
  const { status = 500, code } = error.data?.problem ?? {}
  return status < 500 && code !== "idempotency_in_progress"
}

/** `input` is the input of the request, from which messages quote the wrong entry of a list. */
export function problemIn(error: ApiError | null, input?: unknown): Problem | null {
  if (!error) return null
  const document = error.data?.problem
  if (!document)
    return {
      code: "unconfirmed",
      detail:
        "We couldn't confirm that this was saved, because no response arrived. Try again here. It will not be saved twice.",
      requestId: null,
      fieldErrors: new Map(),
    }
  const fieldErrors = new Map<string, string>()
  for (const fieldError of document.errors) {
    const field = fieldOf(fieldError)
    const text = describeError(fieldError, input)
    const earlierText = fieldErrors.get(field)
    if (!field || earlierText?.includes(text)) continue
    fieldErrors.set(field, earlierText ? `${earlierText} ${text}` : text)
  }
  return { code: document.code, detail: document.detail, requestId: document.request_id, fieldErrors }
}

/** The errors of a field and of its nested fields: `headers` includes `headers.name`. */
export function fieldErrorAt(problem: Problem | null | undefined, field: string): string | undefined {
  const texts = [...(problem?.fieldErrors ?? [])].filter(([path]) => isWithin(path, field)).map(([, text]) => text)
  return texts.length > 0 ? texts.join(" ") : undefined
}

/** The errors of all fields except `fields`, which show their errors themselves. Each has a label for its field. */
export const remainingFieldErrors = ({ fieldErrors }: Problem, fields: string[]) =>
  [...fieldErrors]
    .filter(([path]) => !fields.some((field) => isWithin(path, field)))
    .map(([path, text]) => ({ label: humanize(path), text }))

const isWithin = (path: string, field: string) => path === field || path.startsWith(`${field}.`)

type FieldError = { parameter?: string; pointer?: string; detail: string; fix?: string }

/** The field of an error: `/own_brand/domains/2` belongs to `own_brand.domains`. List indexes are removed. */
const fieldOf = ({ parameter, pointer }: FieldError) =>
  parameter ??
  partsOf(pointer)
    .filter((part) => part && !/^\d+$/.test(part))
    .join(".")

/** The server's advice if there is one, else its description of the error. Quotes the wrong entry of a list. */
function describeError(error: FieldError, input: unknown) {
  const text = error.fix ?? withoutField(error)
  const entry = entryOf(error.pointer, input)
  return entry === undefined ? text : `"${entry}": ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/** Removes the field's name from a text such as "name is taken", because the text is shown beside the field. */
function withoutField({ parameter, pointer, detail }: FieldError) {
  const prefix = `${parameter ?? pointer} `
  const text = detail.startsWith(prefix) ? detail.slice(prefix.length) : detail
  return capitalize(text)
}

const maxQuotedCharacters = 60

/** The wrong entry of a list as the user entered it. Undefined when the error is not about a list entry. */
function entryOf(pointer: string | undefined, input: unknown) {
  const parts = partsOf(pointer)
  if (!parts.some((part) => /^\d+$/.test(part))) return undefined
  let value = input
  for (const part of parts) {
    if (typeof value !== "object" || value === null) return undefined
    value = Reflect.get(value, part)
  }
  return typeof value === "string" && value !== "" ? value.slice(0, maxQuotedCharacters) : undefined
}

/** Splits a JSON pointer (RFC 6901) into its parts. */
const partsOf = (pointer = "") =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
