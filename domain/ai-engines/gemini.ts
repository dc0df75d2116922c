/**
 * Asks Google's Gemini with Google Search grounding. Types: @google/genai 3.1.0. Source URLs are redirects. Their
 * titles name the host.
 */
import type { Candidate, FinishReason, GenerateContentResponseUsageMetadata, GroundingMetadata } from "@google/genai"
import type { Source } from "@/domain/answers/extraction/sources"
import { type AskEngine, createClientCache, refusedError, type Usage } from "./engine-client"

const geminiClient = createClientCache(
  async ({ apiKey, baseUrl = "https://generativelanguage.googleapis.com" }, fetch) => {
    const { GoogleGenAI } = await import("@google/genai")
    const httpOptions = { baseUrl, fetch, retryOptions: { attempts: 1 } }
    return new GoogleGenAI({ apiKey, vertexai: false, httpOptions })
  },
)

export const askGemini: AskEngine = async ({ prompt, json }, settings, { fetch, signal, reportUsage }) => {
  const { model, webSearch } = settings
  const client = await geminiClient(settings, fetch)
  const response = await client.models.generateContent({
    model,
    contents: prompt,
    config: {
      abortSignal: signal,
      ...(webSearch && { tools: [{ googleSearch: {} }] }),
      ...(json && {
        systemInstruction: json.instructions,
        responseMimeType: "application/json",
        responseJsonSchema: json.schema,
      }),
    },
  })
  const searchQueries = response.candidates?.[0]?.groundingMetadata?.webSearchQueries ?? []
  reportUsage({ ...tokensOf(response.usageMetadata), searches: billedSearches(searchQueries), costUsd: null })
  if (response.promptFeedback?.blockReason) throw refusedError(response.promptFeedback.blockReason)
  const candidate = response.candidates?.[0]
  const finishReason = candidate?.finishReason ?? null
  if (finishReason && refusals.has(finishReason)) throw refusedError(finishReason)
  return {
    text: textOf(candidate),
    sources: sourcesOf(candidate?.groundingMetadata),
    searchQueries,
    modelVersion: response.modelVersion ?? null,
    finishReason,
  }
}

/** Thoughts are billed as output, results of tools as input. Counts of zero are missing in the response. */
const tokensOf = (usage: GenerateContentResponseUsageMetadata | undefined): Pick<Usage, "tokensIn" | "tokensOut"> => ({
  tokensIn: usage ? (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0) : null,
  tokensOut: usage ? (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0) : null,
})

/** Google bills each different query. Its responses can contain empty ones, which are free. */
const billedSearches = (queries: readonly string[]) => new Set(queries.filter((query) => query.trim() !== "")).size

const refusals = new Set<`${FinishReason}`>(["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"])

const textOf = (candidate: Candidate | undefined) =>
  (candidate?.content?.parts ?? []).map((part) => (part.thought ? "" : (part.text ?? ""))).join("")

/** A page that supports part of the text is "cited". Every other page is "retrieved". */
function sourcesOf(grounding: GroundingMetadata | undefined): Source[] {
  const supporting = new Set(grounding?.groundingSupports?.flatMap((support) => support.groundingChunkIndices ?? []))
  return (grounding?.groundingChunks ?? []).flatMap(({ web }, i) =>
    web?.uri
      ? [{ url: web.uri, title: web.title ?? web.domain ?? null, kind: supporting.has(i) ? "cited" : "retrieved" }]
      : [],
  )
}
