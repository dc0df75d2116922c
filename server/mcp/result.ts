/**
 * Builds the result of a tool from the result of its operation: structured content, the same JSON as text, and a size
 * that fits into the context of a model.
 */
import "server-only"
import type { CallToolResult } from "@modelcontextprotocol/server"
import { z } from "zod"
import type { Envelope, Meta } from "@/domain/kernel/envelope"
import type { AnyOperation } from "@/domain/kernel/operation"
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
  return { ...(safe as Content), ...(operation.hasPeriod && { meta: cleanUntrustedText(periodOf(meta)) }) }
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

export function resultOf(content: Content, json = JSON.stringify(content)): CallToolResult {
  const { shown, text } = withinLimit(content, json)
  return { content: [{ type: "text", text }], structuredContent: shown }
}

const hint = "The result was too large. Narrow it with a filter, a shorter period, fewer fields or a smaller limit."

/** Halves the longest list or text of the content until it fits. A note says that content is missing. */
function withinLimit(content: Content, json: string): { shown: Content; text: string } {
  if (json.length <= maxResultCharacters) return { shown: content, text: json }
  const shown: Content = { ...structuredClone(content), truncated: true, hint }
  let text: string
  for (text = JSON.stringify(shown); text.length > maxResultCharacters; text = JSON.stringify(shown)) {
    const longest = longestPart(shown)
    if (!longest) break
    longest.shorten()
  }
  return { shown, text }
}

type Part = { size: number; shorten(): void }

/** The list or text that takes the most space. A list of one item is never shortened: its item is. */
function longestPart(value: unknown): Part | undefined {
  if (typeof value !== "object" || value === null) return undefined
  const parts = Object.entries(value).flatMap(([key, member]): Part[] => {
    if (typeof member === "string" && member.length > 400)
      return [
        {
          size: member.length,
          shorten: () => Object.assign(value, { [key]: `${member.slice(0, member.length / 2)}…` }),
        },
      ]
    const inner = longestPart(member)
    const own = { size: JSON.stringify(member)?.length ?? 0, shorten: () => void shortenList(member as unknown[]) }
    return Array.isArray(member) && member.length > 1 ? [own] : inner ? [inner] : []
  })
  return parts.reduce<Part | undefined>(
    (largest, part) => (largest && largest.size >= part.size ? largest : part),
    undefined,
  )
}

const shortenList = (list: unknown[]) => list.splice(Math.ceil(list.length / 2))

/** The text of a result. */
export function textOf({ content: [first] }: CallToolResult): string {
  return first?.type === "text" ? first.text : ""
}
