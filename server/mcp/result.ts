/**
 * Builds the content of a tool's result from the result of its operation: cleaned, as JSON, and short enough for the
 * context of a model.
 */
import "server-only"
import type { ResourceLink } from "@modelcontextprotocol/server"
import { z } from "zod"
import type { TeamContext, TeamFacts } from "@/domain/kernel/context"
import type { Envelope, Meta } from "@/domain/kernel/envelope"
import { type AnyOperation, run, runAsJson } from "@/domain/kernel/operation"
import type { Tool } from "@/domain/kernel/tool"
import type { Warning } from "@/domain/kernel/warnings"
import { linkToItems, linkToRecord } from "./page-links"
import { shorten } from "./shorten"
import { cleanUntrustedText, couldHaveInvisibleCharacters } from "./untrusted"

/** Maximum length of a result as JSON. About 20,000 tokens. */
export const maxResultCharacters = 60_000

export const isList = ({ output }: AnyOperation) => output instanceof z.ZodArray

/** The fields of a list besides its items. */
export const listSchema = {
  total: { type: ["integer", "null"] },
  next_cursor: { type: ["string", "null"] },
  truncated: { type: "boolean" },
}
/** The field of an operation with a period besides its data. */
export const periodSchema = { meta: { type: "object" } }

type Content = Record<string, unknown>

/** A result as JSON. `rows`: the number of its items. `content`: the parsed JSON. */
export type Serialized = { json: string; rows: number; readonly content: Content }

/**
 * Runs the query of a tool or resource. Lists come from Postgres as JSON text. The text is parsed only if its contents
 * must be cleaned: parsing, cleaning and serializing 25 clients would take as long as the rest of the call.
 */
export async function readResult(operation: AnyOperation, ctx: TeamContext, input: Content): Promise<Serialized> {
  if (!isList(operation)) return serialize(contentOf(operation, await run(operation, ctx, input), ctx.team, input))
  const { dataJson, meta } = await runAsJson(operation, ctx, input)
  if (operation.tool?.untrusted || couldHaveInvisibleCharacters(dataJson))
    return serialize(contentOf(operation, { data: JSON.parse(dataJson), meta }, ctx.team, input))
  const frame = { ...pageOf(operation, meta), ...linkToItems(operation.tool, ctx.team, input) }
  const json = `{"items":${dataJson},${JSON.stringify(frame).slice(1)}`
  return {
    json,
    rows: meta.returned,
    get content() {
      return JSON.parse(json)
    },
  }
}

/**
 * Lists become `{ items, total, next_cursor, truncated, item_url }`. An object stays as it is; `url` is added, and
 * `meta` to operations with a period. `data` and `meta` are those of the envelope. `input`: the arguments of the tool.
 */
export function contentOf(
  operation: AnyOperation,
  { data, meta }: Envelope<unknown>,
  team: Pick<TeamFacts, "slug">,
  input: Content,
): Content {
  const { tool } = operation
  const cleanData = cleanUntrustedText(data, tool?.untrusted)
  if (isList(operation)) return { items: cleanData, ...pageOf(operation, meta), ...linkToItems(tool, team, input) }
  return {
    ...(cleanData as Content),
    ...linkToRecord(tool, team, { ...input, ...(data as Content) }),
    ...(operation.hasPeriod && { meta: periodOf(meta) }),
  }
}

/** The fields of a list besides its items. The last page of a list with pages is not truncated. */
function pageOf({ input }: AnyOperation, { total, next_cursor, truncated }: Meta) {
  return {
    total,
    next_cursor,
    truncated: "cursor" in input.shape ? next_cursor !== null : truncated,
    ...(total === 0 && { hint: "This list is empty. If the call has filters, repeat it with fewer of them." }),
  }
}

function periodOf({ period, comparison, currency, freshness, warnings, truncated }: Meta) {
  return {
    period,
    comparison,
    currency: currency?.code ?? null,
    data_through: freshness?.data_through ?? null,
    warnings: warnings?.map(warningOf) ?? [],
    truncated,
  }
}

/** A warning that an engine changed contains the names of its models, as the engine reports them. */
const warningOf = ({ code, message, break: seriesBreak }: Warning) =>
  cleanUntrustedText({ code, message }, seriesBreak?.kind === "engine" ? ["message"] : [])

export const serialize = (content: Content): Serialized => ({
  json: JSON.stringify(content),
  rows: countRows(content),
  content,
})

/** The number of items in the first list of the content, or 1 without a list. */
const countRows = (content: Content) => Object.values(content).find(Array.isArray)?.length ?? 1

/** The number of items that fit into a result, at least one. `frameCharacters`: the length of the rest of the JSON. */
export const countFitting = (items: unknown[], frameCharacters: number): number =>
  Math.min(items.length, Math.max(1, countWithin(items, frameCharacters)))

/**
 * The first links that fit into a result besides its JSON. Items without a link have their ID, which is enough to read
 * the resource.
 */
export const fittingLinks = (links: ResourceLink[], jsonCharacters: number): ResourceLink[] =>
  // One more for the opening bracket of the list.
  links.slice(0, countWithin(links, jsonCharacters + 1))

/** The number of items that fit, each with the comma or bracket after it. `used`: the length of all other JSON. */
function countWithin(items: unknown[], used: number): number {
  let characters = used
  const firstTooMany = items.findIndex((item) => {
    characters += JSON.stringify(item).length + 1
    return characters > maxResultCharacters
  })
  return firstTooMany === -1 ? items.length : firstTooMany
}

/** What the hint of a shortened result says: how a tool returns what is missing. */
type HintOptions = {
  /** The arguments of the tool. Default: none. */
  argumentNames?: string[]
  /** The call of the tool, if the result is that of a resource. */
  toolCall?: string | undefined
}

/** Shortens a result that is too large. */
export function fitResult(result: Serialized, tool: Tool | undefined, options: HintOptions = {}): Serialized {
  if (result.json.length <= maxResultCharacters) return result
  const note = { truncated: true, hint: hintFor(options) }
  const limits = { maxCharacters: maxResultCharacters, countReturnedRows: tool?.countReturnedRows }
  return serialize(shorten(result.content, note, limits))
}

/** The arguments that make results smaller, the most useful ones first. */
const narrowingArguments = [
  "widgets",
  "metrics",
  "dimensions",
  "group_by",
  "filter",
  "engine",
  "topic_id",
  "brand_id",
  "prompt_id",
  "status",
  "include",
  "max_rows",
  "limit",
  "range",
]

function hintFor({ argumentNames = [], toolCall }: HintOptions): string {
  const useful = narrowingArguments.filter((name) => argumentNames.includes(name))
  const missing = "The result was too large, so parts of it are missing."
  if (useful.length === 0) return missing
  return `${missing} To get them, ${toolCall ? `call ${toolCall} and ` : ""}narrow the call with ${useful.join(", ")}.`
}
