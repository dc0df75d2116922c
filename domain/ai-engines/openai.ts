/** Asks OpenAI's Responses API with web search. Types: openai 7.55.0, resources/responses. */
import type { Response, ResponseOutputItem } from "openai/resources/responses/responses"
import type { Source } from "@/domain/answers/extraction/sources"
import { type AskEngine, createClientCache, EngineError, refusedError, searchFailedError } from "./engine-client"

export const askOpenai: AskEngine = async ({ prompt, region, json }, settings, { fetch, signal, reportUsage }) => {
  const client = await openaiClient(settings, fetch)
  const location = { type: "approximate" as const, ...(region && { country: region }) }
  const response = await client.responses.create(
    {
      model: settings.model,
      input: prompt,
      store: false,
      ...(settings.webSearch && {
        tools: [{ type: "web_search", user_location: location }],
        include: ["web_search_call.action.sources"],
      }),
      ...(json && {
        instructions: json.instructions,
        text: { format: { type: "json_schema", name: json.name, schema: json.schema, strict: true } },
      }),
    },
    { signal },
  )
  reportUsage({
    tokensIn: response.usage?.input_tokens ?? null,
    tokensOut: response.usage?.output_tokens ?? null,
    searches: billedSearches(response),
    costUsd: null,
  })
  requireAnswer(response)
  return {
    text: texts(response.output)
      .map((part) => part.text)
      .join("\n\n"),
    sources: sourcesOf(response.output),
    searchQueries: response.output.flatMap((item) =>
      item.type === "web_search_call" && item.action.type === "search" ? (item.action.queries ?? []) : [],
    ),
    modelVersion: response.model,
    finishReason: response.incomplete_details?.reason ?? response.status ?? null,
  }
}

/**
 * Creates the client. It overrides environment settings (OPENAI_BASE_URL, OPENAI_ORG_ID), which could send a team's key
 * elsewhere.
 */
export const openaiClient = createClientCache(async ({ apiKey, baseUrl = "https://api.openai.com/v1" }, fetch) => {
  const { default: OpenAI } = await import("openai")
  return new OpenAI({ apiKey, baseURL: baseUrl, organization: null, project: null, maxRetries: 0, fetch })
})

/** OpenAI bills searches, and not the pages that a search opens. Responses without `tool_usage` list each call. */
const billedSearches = ({ tool_usage, output }: Response): number =>
  tool_usage?.web_search?.num_requests ??
  output.filter((item) => item.type === "web_search_call" && item.action.type === "search").length

function requireAnswer({ status, error, incomplete_details, output }: Response) {
  const reason = incomplete_details?.reason
  if (reason === "content_filter") throw refusedError(reason)
  if (error?.code === "rate_limit_exceeded")
    throw new EngineError("rate_limited", "The engine's rate limit is used up.", { isRetryable: true })
  if (status === "failed" || error)
    throw new EngineError("engine_error", "The engine did not complete the answer.", { isRetryable: true })
  const hasRefusal = output.some(
    (item) => item.type === "message" && item.content.some((part) => part.type === "refusal"),
  )
  if (hasRefusal && texts(output).length === 0) throw refusedError("refusal")
  const searches = output.filter((item) => item.type === "web_search_call")
  if (searches.length > 0 && searches.every((search) => search.status === "failed")) throw searchFailedError("failed")
}

const texts = (output: ResponseOutputItem[]) =>
  output.flatMap((item) => (item.type === "message" ? item.content.filter((part) => part.type === "output_text") : []))

function sourcesOf(output: ResponseOutputItem[]): Source[] {
  const cited = texts(output)
    .flatMap((part) => part.annotations ?? [])
    .flatMap((annotation): Source[] =>
      annotation.type === "url_citation"
        ? [{ url: annotation.url, title: annotation.title || null, kind: "cited" }]
        : [],
    )
  const retrieved = output.flatMap((item): Source[] => {
    if (item.type !== "web_search_call") return []
    const { action } = item
    if (action.type === "search") return (action.sources ?? []).map(({ url }) => retrievedSource(url))
    return action.type === "open_page" && action.url ? [retrievedSource(action.url)] : []
  })
  return [...cited, ...retrieved]
}

const retrievedSource = (url: string): Source => ({ url, title: null, kind: "retrieved" })
