/**
 * Asks Google's Gemini with Google Search grounding. Types: @google/genai 3.1.0. Source URLs are redirects; titles name
 * the host.
 */
import type { Candidate, FinishReason, GroundingMetadata } from "@google/genai"
import type { Source } from "@/domain/answers/extraction/sources"
import { type AskEngine, createClientCache, refusedError } from "./engine-client"

const geminiClient = createClientCache(
  async ({ apiKey, baseUrl = "https://generativelanguage.googleapis.com" }, fetch) => {
    const { GoogleGenAI } = await import("@google/genai")
    const httpOptions = { baseUrl, fetch, retryOptions: { attempts: 1 } }
    return new GoogleGenAI({ apiKey, vertexai: false, httpOptions })
  },
)

export const askGemini: AskEngine = async ({ prompt, json }, settings, { fetch, signal }) => {
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
  if (response.promptFeedback?.blockReason) throw refusedError(response.promptFeedback.blockReason)
  const candidate = response.candidates?.[0]
  const finishReason = candidate?.finishReason ?? null
  if (finishReason && refusals.has(finishReason)) throw refusedError(finishReason)
  return {
    text: textOf(candidate),
    sources: sourcesOf(candidate?.groundingMetadata),
    searchQueries: candidate?.groundingMetadata?.webSearchQueries ?? [],
    modelVersion: response.modelVersion ?? null,
    finishReason,
    tokensIn: response.usageMetadata?.promptTokenCount ?? null,
    tokensOut: response.usageMetadata?.candidatesTokenCount ?? null,
    costUsd: null,
  }
}

const refusals = new Set<`${FinishReason}`>(["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"])

const textOf = (candidate: Candidate | undefined) =>
  (candidate?.content?.parts ?? []).map((part) => (part.thought ? "" : (part.text ?? ""))).join("")

/** A page that supports part of the text is "cited"; every other page is "retrieved". */
function sourcesOf(grounding: GroundingMetadata | undefined): Source[] {
  const supporting = new Set(grounding?.groundingSupports?.flatMap((support) => support.groundingChunkIndices ?? []))
  return (grounding?.groundingChunks ?? []).flatMap(({ web }, i) =>
    web?.uri
      ? [{ url: web.uri, title: web.title ?? web.domain ?? null, kind: supporting.has(i) ? "cited" : "retrieved" }]
      : [],
  )
}
