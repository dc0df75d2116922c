/**
 * Asks any server with OpenAI's chat completions API, such as a local model or a gateway. Its answers have no
 * citations.
 */
import { type AskEngine, refusedError } from "./engine-client"
import { openaiClient } from "./openai"
import { withoutReasoning } from "./reasoning"

export const askCompatible: AskEngine = async ({ prompt, json }, settings, { fetch, signal, reportUsage }) => {
  const client = await openaiClient(settings, fetch)
  const completion = await client.chat.completions.create(
    {
      model: settings.model,
      // No JSON schema: servers without support for schemas refuse the request. The instructions must be enough.
      messages: [
        ...(json ? [{ role: "system" as const, content: json.instructions }] : []),
        { role: "user", content: prompt },
      ],
    },
    { signal },
  )
  reportUsage({
    tokensIn: completion.usage?.prompt_tokens ?? null,
    tokensOut: completion.usage?.completion_tokens ?? null,
    searches: 0,
    costUsd: null,
  })
  const choice = completion.choices[0]
  if (choice?.finish_reason === "content_filter") throw refusedError("content_filter")
  if (choice?.message.refusal && !choice.message.content) throw refusedError("refusal")
  return {
    text: withoutReasoning(choice?.message.content ?? ""),
    sources: [],
    searchQueries: [],
    modelVersion: completion.model,
    finishReason: choice?.finish_reason ?? null,
  }
}
