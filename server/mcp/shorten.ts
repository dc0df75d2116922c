/**
 * Shortens a result that is too large for the context of a model. The largest lists and texts lose their ends first.
 * Items with an ID, such as the widgets of a report, lose their contents before they are left out.
 */
import "server-only"
import type { Tool } from "@/domain/kernel/tool"

type Values = Record<string, unknown>

/** `countReturnedRows`: that of the tool, see `Tool`. */
type ShortenOptions = { maxCharacters: number; countReturnedRows?: Tool["countReturnedRows"] }

/** What remains of a value, at most. */
type Limits = {
  /** The characters of a list or text. */
  size: number
  /** The items of a list that keep more than their ID and title. Only for items with an ID. */
  detailed: number
  /** The items of a list that stay. Only for items with an ID. */
  listed: number
}

const minSize = 500
const unlimited = Number.MAX_SAFE_INTEGER

/** Returns the largest part of `content` that fits into `maxCharacters` of JSON, with `note` added. */
export function shorten(
  content: Values,
  note: Values,
  { maxCharacters, countReturnedRows = countItemsOfRows }: ShortenOptions,
): Values {
  const cut = (limits: Limits) => {
    const options = { ...limits, countReturnedRows }
    return { ...markCut(content, cutObject(content, options), options), ...note }
  }
  const fits = (limits: Limits) => JSON.stringify(cut(limits)).length <= maxCharacters
  const strategy = [limitSizes, limitDetailed].find((mild) => fits(mild(0))) ?? limitListed
  const limit = largest((candidate) => fits(strategy(candidate)), maxCharacters)
  return cut(strategy(limit))
}

const countItemsOfRows = ({ rows }: Values) => (Array.isArray(rows) ? rows.length : 0)

/** Three strategies, the mildest first. Each varies one limit and keeps the others. */
const limitSizes = (size: number): Limits => ({ size: minSize + size, detailed: unlimited, listed: unlimited })
const limitDetailed = (detailed: number): Limits => ({ size: minSize, detailed, listed: unlimited })
const limitListed = (listed: number): Limits => ({ size: minSize, detailed: 0, listed })

/** The largest number below `end` that fits, or a number up to 1% smaller. */
function largest(fits: (limit: number) => boolean, end: number): number {
  let [low, high] = [0, end]
  while (high - low > 1 + low / 100) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

/** The first characters of a text, without half of a surrogate pair at the end. */
function startOf(text: string, length: number): string {
  const start = text.slice(0, length)
  return start.isWellFormed() ? start : start.slice(0, -1)
}

type CutOptions = Limits & { countReturnedRows: NonNullable<Tool["countReturnedRows"]> }

/** Returns `value` itself if nothing of it is cut. */
function cutValue(value: unknown, options: CutOptions): unknown {
  if (typeof value === "string") return value.length > options.size ? `${startOf(value, options.size)}…` : value
  if (Array.isArray(value)) return value.some(hasId) ? cutRecords(value, options) : cutList(value, options)
  return isObject(value) ? cutObject(value, options) : value
}

function cutObject(value: Values, options: CutOptions): Values {
  const entries = Object.entries(value).map(([name, member]) => [name, cutValue(member, options)] as const)
  return entries.every(([name, member]) => member === value[name])
    ? value
    : markCut(value, Object.fromEntries(entries), options)
}

/** Keeps the first items that fit, at least one. */
function cutList(list: unknown[], options: CutOptions): unknown[] {
  let size = 2
  const end = list.findIndex((item) => {
    size += (JSON.stringify(item)?.length ?? 0) + 1
    return size > options.size
  })
  if (end === -1) return list
  if (end > 0) return list.slice(0, end)
  const first = cutValue(list[0], options)
  return list.length === 1 && first === list[0] ? list : [first]
}

function cutRecords(list: unknown[], options: CutOptions): unknown[] {
  const cut = list
    .slice(0, options.listed)
    .map((item, n) => (n < options.detailed ? cutValue(item, options) : identityOf(item)))
  return cut.length === list.length && cut.every((item, n) => item === list[n]) ? list : cut
}

const identity = new Set(["id", "kind", "type", "title", "untrusted_title", "name", "untrusted_name"])

const identityOf = (item: unknown) =>
  isObject(item)
    ? { ...Object.fromEntries(Object.entries(item).filter(([name]) => identity.has(name))), truncated: true }
    : item

/** Corrects the fields of `cut` that say how complete it is. `value`: the object before it was cut. */
function markCut(value: Values, cut: Values, { countReturnedRows }: CutOptions): Values {
  const { truncated, rows_returned: rows } = value
  const { meta } = cut
  return {
    ...cut,
    ...(typeof truncated === "boolean" && { truncated: true }),
    ...(typeof rows === "number" && { rows_returned: countReturnedRows(cut) }),
    ...(isObject(meta) && "truncated" in meta && { meta: { ...meta, truncated: true } }),
  }
}

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const hasId = (item: unknown) => isObject(item) && typeof item["id"] === "string"
