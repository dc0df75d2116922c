/**
 * Reads the filters of a list from the URL of its page. The URL parameters have the names of the operation's input, and
 * the input says which values are allowed, so a new filter needs no code here.
 */
import "server-only"
import type { z } from "zod"
import { withoutUnstorableCharacters } from "@/domain/kernel/fields"

type Query = Readonly<Record<string, string | undefined>>

/** The period of the list, as `readListPeriod` returns it. */
type Period = { choice: string; days: { from?: string; to?: string }; after?: string; before?: string }

/** Fields of the input that are not filters. Pages read the cursor and the sort order themselves. */
type Paging = "limit" | "cursor" | "newer_than" | "sort"
const paging: readonly string[] = ["limit", "cursor", "newer_than", "sort"] satisfies Paging[]

type Filters<Input extends z.ZodObject> = Partial<Omit<z.input<Input>, Paging>>

/**
 * Ignores unknown choices. Cuts text to the maximum length, and removes or replaces characters that cannot be stored.
 * Other invalid text, such as an incomplete id, stays. The operation refuses it, so the page must wrap its call in
 * `orNoMatches` (visit.ts).
 */
export function readFilters<Input extends z.ZodObject>(
  { input }: { input: Input },
  query: Query,
  period?: Period,
): Filters<Input> {
  const times = period ? timesOf(period) : {}
  const filters = Object.entries<z.core.$ZodType>(input.shape).flatMap(([name, field]) => {
    const value = Object.hasOwn(times, name) ? times[name] : readField(field, query[name])
    return value === undefined || paging.includes(name) ? [] : [[name, value]]
  })
  return Object.fromEntries(filters) as Filters<Input>
}

/** True when a filter or a period is set. A period also counts while its dates are missing or invalid. */
export const isFiltered = (filters: object, period?: Period) =>
  Object.keys(filters).length > 0 || (period !== undefined && period.choice !== "")

/** The period by the names that inputs use for it. */
const timesOf = ({ after, before, days }: Period): Record<string, string | undefined> => ({
  since: after,
  created_after: after,
  until: before,
  created_before: before,
  from: days.from,
  to: days.to,
})

function readField(field: z.core.$ZodType, text: string | undefined): unknown {
  // At runtime, Next passes a list for a parameter that the URL repeats.
  if (typeof text !== "string" || text.trim() === "") return undefined
  const type = withoutWrapper(field)
  const { def } = type._zod
  if (def.type === "string") return readText(text, (type as z.ZodString).maxLength ?? undefined)
  const value = def.type === "array" ? [text] : jsonValue(def.type, text)
  return (type as z.ZodType).safeParse(value).success ? value : undefined
}

/** Undefined if nothing remains. Cleaned after the cut, because the cut can split a surrogate pair. */
function readText(text: string, maxLength: number | undefined): string | undefined {
  const storable = withoutUnstorableCharacters(text.trim().slice(0, maxLength)).trim()
  return storable === "" ? undefined : storable
}

function jsonValue(type: string, text: string) {
  if (type === "boolean") return text === "true" || (text === "false" ? false : text)
  return type === "number" ? Number(text) : text
}

/** The type inside `optional()` and `default()`. */
function withoutWrapper(field: z.core.$ZodType): z.core.$ZodType {
  const { def } = (field as z.core.$ZodOptional)._zod
  return def.type === "optional" || (def.type as string) === "default" ? withoutWrapper(def.innerType) : field
}
