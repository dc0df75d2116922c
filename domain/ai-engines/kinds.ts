/**
 * Engines that scans can ask. `kind` selects the vendor's API and the operator's address in AI_ENGINE_URLS. The ids
 * differ from those of engines in imported files. A compatible server has no default model. `sample_chatgpt` and the
 * ids after it are the engines of the sample team. They invent answers too.
 */
export const engineDefinitions = {
  openai_api: { kind: "openai", defaultModel: "gpt-5.5" },
  perplexity_api: { kind: "perplexity", defaultModel: "sonar" },
  gemini_api: { kind: "gemini", defaultModel: "gemini-3.8-flash" },
  anthropic_api: { kind: "anthropic", defaultModel: "claude-opus-5-5" },
  compatible_api: { kind: "compatible", defaultModel: "" },
  sample: { kind: "sample", defaultModel: "sample-1" },
  sample_chatgpt: { kind: "sample", defaultModel: "sample-1" },
  sample_copilot: { kind: "sample", defaultModel: "sample-1" },
  sample_google_ai_mode: { kind: "sample", defaultModel: "sample-1" },
} as const
export type EngineId = keyof typeof engineDefinitions
export type EngineKind = (typeof engineDefinitions)[EngineId]["kind"]

/** True if questions to the engine search the web. Perplexity always does. Compatible servers are not asked to. */
export const searchesWeb = (kind: EngineKind, { webSearch }: { webSearch: boolean }) =>
  kind === "perplexity" || (webSearch && kind !== "compatible" && kind !== "sample")

/**
 * True if the engine reports the cost of each answer, so that it needs no price. Under a spend cap, Perplexity needs a
 * price until its first answer, because the expected cost is reserved before it is asked. Sample engines cost nothing.
 */
export const reportsCost = (kind: EngineKind) => kind === "perplexity" || kind === "sample"

/** Engines that only a sample team can set up. They represent the engines that a real team would ask. */
export const sampleTeamEngineIds = ["sample_chatgpt", "sample_copilot", "sample_google_ai_mode"] as const

/** All engines that invent their answers. They make no requests and cost nothing. */
export const sampleEngineIds = ["sample", ...sampleTeamEngineIds] as const

/** True for an engine that invents its answers. Every page that shows its metrics must say so. */
export const isSampleEngine = (id: string) => (sampleEngineIds as readonly string[]).includes(id)

export const isSampleTeamEngine = (id: string) => (sampleTeamEngineIds as readonly string[]).includes(id)
