/**
 * Builds the result of a tool from the result of its operation: structured content, the same JSON as text, and a size
 * that fits into the context of a model.
 */
import "server-only"
import type { CallToolResult } from "@modelcontextprotocol/server"
import { z } from "zod"
import type { Envelope, Meta } from "@/domain/kernel/envelope"
import type { AnyOperation } from "@/domain/kernel/operation"
import { shorten } from "./shorten"
import { cleanUntrustedText } from "./untrusted"

/** Maximum length of a result as JSON. About 20,000 tokens. */
export const maxResultCharacters = 60_000

export const isList = ({ output }: AnyOperation) => output instanceof z.ZodArray

/** What a list has besides its items. */
export const listSchema = {
  total: { type: ["integer", "null"] },
  next_cursor: { type: ["string", "null"] },
  truncated: { type: "boolean" },
}
/** What an operation with a period has besides its data. */
export const periodSchema = { meta: { type: "object" } }

type Content = Record<string, unknown>

/**
 * Lists become `{ items, total, next_cursor, truncated }`. An object stays as it is; `meta` is added to operations with
 * a period. `data` and `meta` are those of the envelope.
 */
export function contentOf(operation: AnyOperation, { data, meta }: Envelope<unknown>): Content {
  const { untrusted, cleaned } = operation.tool ?? {}
  const safe = cleanUntrustedText(data, untrusted, cleaned)
  if (isList(operation)) {
    const { total, next_cursor, truncated } = meta
    return { items: safe, total, next_cursor, truncated }
  }
  return {
    ...(safe as Content),
    ...(operation.hasPeriod && { meta: cleanUntrustedText(periodOf(meta), [], ["message"]) }),
  }
}

function periodOf({ period, comparison, currency, freshness, warnings, truncated }: Meta) {
  return {
    period,
    comparison,
    currency: currency?.code ?? null,
    data_through: freshness?.data_through ?? null,
    warnings: warnings?.map(({ code, message }) => ({ code, message })) ?? [],
    truncated,
  }
}

/** The content of a result, and the same as JSON. */
export type Serialized = { content: Content; json: string }
export const serialize = (content: Content): Serialized => ({ content, json: JSON.stringify(content) })

/** `names`: the arguments of the tool. */
export function resultOf(content: Content, json = JSON.stringify(content), names: string[] = []): CallToolResult {
  const isTooLarge = json.length > maxResultCharacters
  const shown = isTooLarge ? shorten(content, { truncated: true, hint: hintFor(names) }, maxResultCharacters) : content
  return { content: [{ type: "text", text: isTooLarge ? JSON.stringify(shown) : json }], structuredContent: shown }
}

/** The arguments that make results smaller, the most useful ones first. */
const narrowing = [
  ...["widgets", "metrics", "dimensions", "group_by", "filter", "engine", "topic_id", "brand_id", "prompt_id"],
  ...["status", "include", "max_rows", "limit", "range"],
]

function hintFor(names: string[]): string {
  const useful = narrowing.filter((name) => names.includes(name))
  const missing = "The result was too large, so parts of it are missing."
  return useful.length > 0 ? `${missing} To get them, narrow the call with ${useful.join(", ")}.` : missing
}

/** The text of a result. */
export function textOf({ content: [first] }: CallToolResult): string {
  return first?.type === "text" ? first.text : ""
}
