/**
 * Shortens the result of a tool that is too large for the context of a model. It first cuts long lists and texts. If
 * that is not enough, it removes the details of records (items with an ID, such as the widgets of a report), and then
 * records.
 */
import "server-only"
import type { Tool } from "@/domain/kernel/tool"

type Content = Record<string, unknown>

/** `countReturnedRows`: as in `Tool`. */
type ShortenOptions = { maxCharacters: number; countReturnedRows?: Tool["countReturnedRows"] }

/** The maximum that remains of the content. */
type Limits = {
  /** Characters of a text, or of the JSON of a list without records. */
  characters: number
  /** Records of a list that keep all their fields. The other records keep their ID, type and name. */
  detailedRecords: number
  /** Records of a list. */
  records: number
}

const minCharacters = 500
const unlimited = Number.MAX_SAFE_INTEGER

/** Returns the largest part of `content` that fits into `maxCharacters` of JSON, with the fields of `note` added. */
export function shorten(
  content: Content,
  note: Content,
  { maxCharacters, countReturnedRows = countItemsOfRows }: ShortenOptions,
): Content {
  const shortenTo = (limits: Limits) => {
    const options = { ...limits, countReturnedRows }
    return { ...updateCounts(content, shortenObject(content, options), options), ...note }
  }
  const fits = (limits: Limits) => JSON.stringify(shortenTo(limits)).length <= maxCharacters
  // The first strategy that can make the content fit, if its limit is 0.
  const limitsFor = [limitCharacters, limitDetails].find((strategy) => fits(strategy(0))) ?? limitRecords
  const limit = findLargest((candidate) => fits(limitsFor(candidate)), maxCharacters)
  return shortenTo(limitsFor(limit))
}

const countItemsOfRows = ({ rows }: Content) => (Array.isArray(rows) ? rows.length : 0)

/** Three strategies, from the mildest to the strictest. Each varies one limit. */
const limitCharacters = (extraCharacters: number): Limits => ({
  characters: minCharacters + extraCharacters,
  detailedRecords: unlimited,
  records: unlimited,
})
const limitDetails = (detailedRecords: number): Limits => ({
  characters: minCharacters,
  detailedRecords,
  records: unlimited,
})
const limitRecords = (records: number): Limits => ({ characters: minCharacters, detailedRecords: 0, records })

/** Finds the largest number below `end` that fits, by binary search. Stops at a number that is up to 1% smaller. */
function findLargest(fits: (limit: number) => boolean, end: number): number {
  let [low, high] = [0, end]
  while (high - low > 1 + low / 100) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

type Options = Limits & { countReturnedRows: NonNullable<Tool["countReturnedRows"]> }

/**
 * Shortens a value of any type. Like the functions below, returns the same object if nothing was cut, so that callers
 * can find out with `===`.
 */
function shortenValue(value: unknown, options: Options): unknown {
  if (typeof value === "string") return shortenText(value, options)
  if (Array.isArray(value)) return value.some(isRecord) ? shortenRecords(value, options) : shortenList(value, options)
  return isObject(value) ? shortenObject(value, options) : value
}

/** Does not cut a surrogate pair in half. */
function shortenText(text: string, { characters }: Options): string {
  if (text.length <= characters) return text
  const start = text.slice(0, characters)
  return `${start.isWellFormed() ? start : start.slice(0, -1)}…`
}

function shortenObject(object: Content, options: Options): Content {
  const fields = Object.entries(object).map(([name, field]) => [name, shortenValue(field, options)] as const)
  const isUnchanged = fields.every(([name, field]) => field === object[name])
  return isUnchanged ? object : updateCounts(object, Object.fromEntries(fields), options)
}

/** Keeps the first items that fit, at least one. */
function shortenList(list: unknown[], options: Options): unknown[] {
  let size = 2
  const end = list.findIndex((item) => {
    size += (JSON.stringify(item)?.length ?? 0) + 1
    return size > options.characters
  })
  if (end === -1) return list
  if (end > 0) return list.slice(0, end)
  const first = shortenValue(list[0], options)
  return list.length === 1 && first === list[0] ? list : [first]
}

function shortenRecords(list: unknown[], options: Options): unknown[] {
  const shortened = list
    .slice(0, options.records)
    .map((item, i) => (i < options.detailedRecords ? shortenValue(item, options) : withoutDetails(item)))
  const isUnchanged = shortened.length === list.length && shortened.every((item, i) => item === list[i])
  return isUnchanged ? list : shortened
}

const identifyingFields = new Set(["id", "kind", "type", "title", "untrusted_title", "name", "untrusted_name"])

function withoutDetails(item: unknown): unknown {
  if (!isObject(item)) return item
  const fields = Object.entries(item).filter(([name]) => identifyingFields.has(name))
  return { ...Object.fromEntries(fields), truncated: true }
}

/** Sets the fields of `shortened` that say how complete it is. `original`: the object before it was shortened. */
function updateCounts(original: Content, shortened: Content, { countReturnedRows }: Options): Content {
  const { meta } = shortened
  return {
    ...shortened,
    ...(typeof original["truncated"] === "boolean" && { truncated: true }),
    ...(typeof original["rows_returned"] === "number" && { rows_returned: countReturnedRows(shortened) }),
    ...(isObject(meta) && "truncated" in meta && { meta: { ...meta, truncated: true } }),
  }
}

const isObject = (value: unknown): value is Content =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** True for an object with an ID. */
const isRecord = (item: unknown) => isObject(item) && typeof item["id"] === "string"
