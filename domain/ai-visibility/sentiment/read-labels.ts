/** Parses the sentiment model's reply and accepts only labels that were requested. */
import { type BrandToClassify, keyOf, reply } from "./sentiment-question"

export type Sentiment = "positive" | "neutral" | "negative"

export type ReadLabels = {
  /** By brand id. Null means that the answer does not say enough. Brands without a usable label are missing. */
  labels: Map<string, Sentiment | null>
  /** Description of the problem; null when every requested brand has exactly one label. */
  error: string | null
}

/** `labels` is null when the reply does not match the requested JSON. */
export function readLabels(
  text: string,
  brands: readonly BrandToClassify[],
): ReadLabels | { labels: null; error: string } {
  const read = reply.safeParse(jsonIn(text))
  if (!read.success) return { labels: null, error: "It was not JSON of the form asked for." }
  const found = new Map<string, Sentiment | null>()
  const unsure = new Set<string>()
  for (const { brand: key, sentiment } of read.data.labels) {
    const brand = brands.find((_, i) => keyOf(i) === key)
    if (!brand) continue
    const label = sentiment === "unclear" ? null : sentiment
    if (found.has(brand.id) && found.get(brand.id) !== label) unsure.add(brand.id)
    found.set(brand.id, label)
  }
  for (const id of unsure) found.delete(id)
  const missing = brands.flatMap(({ id }, i) => (found.has(id) ? [] : [keyOf(i)]))
  return { labels: found, error: missing.length > 0 ? `It has not exactly one label for ${missing.join(", ")}.` : null }
}

/** Parses the reply as JSON, with or without a single code fence around it. */
function jsonIn(text: string): unknown {
  const reply = text.trim()
  const isFenced = reply.length >= 6 && reply.startsWith("```") && reply.endsWith("```")
  try {
    return JSON.parse(isFenced ? reply.slice(3, -3).replace(/^json\b/, "") : reply)
  } catch {
    return undefined
  }
}
