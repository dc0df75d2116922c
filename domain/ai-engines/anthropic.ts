/** Asks Anthropic's Messages API with web search. Types: @anthropic-ai/sdk 1.11.0, resources/messages. */
import type { ContentBlock, Message, MessageParam } from "@anthropic-ai/sdk/resources/messages"
import type { Source } from "@/domain/answers/extraction/sources"
import {
  type AskEngine,
  createClientCache,
  type EngineRequestSettings,
  type Question,
  refusedError,
  searchFailedError,
} from "./engine-client"

/** Per response. */
const maxTokens = 4_096
const maxSearches = 5
/** The API pauses long searches (pause_turn). Sending back the content so far resumes them. */
const maxPauses = 4

const anthropicClient = createClientCache(async ({ apiKey, baseUrl = "https://api.anthropic.com" }, fetch) => {
  const { default: Anthropic } = await import("@anthropic-ai/sdk")
  return new Anthropic({ apiKey, authToken: null, baseURL: baseUrl, maxRetries: 0, fetch })
})

export const askAnthropic: AskEngine = async (question, settings, { fetch, signal, reportUsage }) => {
  const client = await anthropicClient(settings, fetch)
  const turns: Message[] = []
  do {
    const turn = await client.messages.create(parametersOf(question, settings, turns), { signal })
    turns.push(turn)
    reportUsage({
      tokensIn: turn.usage?.input_tokens ?? null,
      tokensOut: turn.usage?.output_tokens ?? null,
      searches: turn.usage?.server_tool_use?.web_search_requests ?? searchCalls(turn.content).length,
      costUsd: null,
    })
  } while (turns.at(-1)?.stop_reason === "pause_turn" && turns.length <= maxPauses)
  const last = turns.at(-1) as Message
  if (last.stop_reason === "refusal") throw refusedError("refusal")
  const blocks = turns.flatMap((turn) => turn.content)
  throwIfEverySearchFailed(blocks)
  return {
    text: blocks.map((block) => (block.type === "text" ? block.text : "")).join(""),
    sources: blocks.flatMap(sourcesIn).sort(citedFirst),
    searchQueries: searchCalls(blocks).map(({ input }) => String((input as { query?: unknown }).query ?? "")),
    modelVersion: last.model,
    finishReason: last.stop_reason,
  }
}

const searchCalls = (blocks: ContentBlock[]) => blocks.filter((block) => block.type === "server_tool_use")

const parametersOf = (
  { prompt, region, json }: Question,
  { model, webSearch }: EngineRequestSettings,
  turns: Message[],
) => ({
  model,
  max_tokens: maxTokens,
  messages: [
    { role: "user", content: prompt },
    ...turns.map(({ content }) => ({ role: "assistant", content }) as MessageParam),
  ] satisfies MessageParam[],
  ...(webSearch && {
    tools: [
      {
        type: "web_search_20250305" as const,
        name: "web_search" as const,
        max_uses: maxSearches,
        ...(region && { user_location: { type: "approximate" as const, country: region } }),
      },
    ],
  }),
  ...(json && {
    system: json.instructions,
    output_config: { format: { type: "json_schema" as const, schema: json.schema } },
  }),
})

/** Without the results of a search, the answer would wrongly count as one that cites nothing. */
function throwIfEverySearchFailed(blocks: ContentBlock[]) {
  const results = blocks.flatMap((block) => (block.type === "web_search_tool_result" ? [block.content] : []))
  const [failed] = results.flatMap((content) => (Array.isArray(content) ? [] : [content.error_code]))
  if (failed && !results.some(Array.isArray)) throw searchFailedError(failed)
}

function sourcesIn(block: ContentBlock): Source[] {
  if (block.type === "web_search_tool_result") {
    const results = Array.isArray(block.content) ? block.content : []
    return results.map(({ url, title }) => ({ url, title: title || null, kind: "retrieved" }))
  }
  if (block.type !== "text") return []
  return (block.citations ?? []).flatMap((citation): Source[] =>
    citation.type === "web_search_result_location" ? [{ url: citation.url, title: citation.title, kind: "cited" }] : [],
  )
}

const citedFirst = (a: Source, b: Source) => Number(a.kind === "retrieved") - Number(b.kind === "retrieved")
