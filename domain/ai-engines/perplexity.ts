/**
 * Asks Perplexity's Sonar. It always searches, except for JSON. A source is "cited" when its number appears in the
 * text. Types: @perplexity-ai/perplexity_ai 0.38.5.
 */
import type Perplexity from "@perplexity-ai/perplexity_ai"
import type { Source } from "@/domain/answers/extraction/sources"
import { type AskEngine, createClientCache, refusedError } from "./engine-client"
import { withoutReasoning } from "./reasoning"

type Completion = Extract<Awaited<ReturnType<Perplexity["chat"]["completions"]["create"]>>, { choices: unknown }>

const perplexityClient = createClientCache(async ({ apiKey, baseUrl = "https://api.perplexity.ai" }, fetch) => {
  const { default: Client } = await import("@perplexity-ai/perplexity_ai")
  return new Client({ apiKey, baseURL: baseUrl, maxRetries: 0, fetch })
})

export const askPerplexity: AskEngine = async ({ prompt, region, json }, settings, { fetch, signal, reportUsage }) => {
  const client = await perplexityClient(settings, fetch)
  const completion = await client.chat.completions.create(
    {
      model: settings.model,
      messages: [
        ...(json ? [{ role: "system" as const, content: json.instructions }] : []),
        { role: "user", content: prompt },
      ],
      stream: false,
      ...(json && {
        disable_search: true,
        response_format: { type: "json_schema", json_schema: { name: json.name, schema: json.schema, strict: true } },
      }),
      ...(region && { web_search_options: { user_location: { country: region } } }),
    },
    { signal },
  )
  reportUsage({
    tokensIn: completion.usage?.prompt_tokens ?? null,
    tokensOut: completion.usage?.completion_tokens ?? null,
    searches: json ? 0 : (completion.usage?.num_search_queries ?? null),
    costUsd: completion.usage?.cost?.total_cost ?? null,
  })
  const choice = completion.choices[0]
  // The library's type lacks this value, so a comparison without the template string would not compile.
  if (`${choice?.finish_reason}` === "content_filter") throw refusedError("content_filter")
  const text = withoutReasoning(textOf(choice?.message.content))
  return {
    text,
    sources: sourcesOf(completion, text),
    searchQueries: [],
    modelVersion: completion.model,
    finishReason: choice?.finish_reason ?? null,
  }
}

type Content = Completion["choices"][number]["message"]["content"] | undefined

function textOf(content: Content): string {
  if (typeof content === "string") return content
  return (content ?? []).map((part) => ("text" in part && typeof part.text === "string" ? part.text : "")).join("")
}

/**
 * The numbers in the text count the entries of `citations`, or of `search_results` in responses without `citations`. A
 * page can be listed twice.
 */
function sourcesOf({ citations, search_results }: Completion, text: string): Source[] {
  const results = search_results ?? []
  const foundUrls = results.map(({ url }) => url)
  const numbered = citations?.length ? citations : foundUrls
  const marked = markedNumbers(text, numbered.length)
  const cited = new Set(numbered.filter((_, i) => marked.has(i + 1)))
  const titles = new Map(results.map(({ url, title }) => [url, title]))
  return [...new Set([...numbered, ...foundUrls])].map((url) => ({
    url,
    title: titles.get(url) ?? null,
    kind: cited.has(url) ? "cited" : "retrieved",
  }))
}

/** Returns the numbers from 1 to `max` in citation marks: [1], [1, 2] and [1-3]. */
function markedNumbers(text: string, max: number): Set<number> {
  const marks = text.match(/\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\]/g) ?? []
  const ranges = new Set(marks.flatMap((mark) => mark.slice(1, -1).split(/[,;]/)))
  return new Set([...ranges].flatMap((range) => numbersInRange(range, max)))
}

/** "2" is 2, and "1-3" is 1, 2 and 3. */
function numbersInRange(range: string, max: number): number[] {
  const ends = range.split(/[–-]/).map(Number)
  const first = Math.max(1, ends[0] ?? 1)
  const last = Math.min(max, ends.at(-1) ?? first)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
}
