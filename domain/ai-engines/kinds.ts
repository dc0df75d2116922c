/**
 * Engines that scans can ask. `kind` selects the vendor's API and the operator's address in AI_ENGINE_URLS. The ids
 * differ from those of engines in imported files. A compatible server has no default model.
 */
export const engineDefinitions = {
  openai_api: { kind: "openai", defaultModel: "gpt-5.5" },
  perplexity_api: { kind: "perplexity", defaultModel: "sonar" },
  gemini_api: { kind: "gemini", defaultModel: "gemini-3.8-flash" },
  anthropic_api: { kind: "anthropic", defaultModel: "claude-opus-5-5" },
  compatible_api: { kind: "compatible", defaultModel: "" },
  sample: { kind: "sample", defaultModel: "sample-1" },
} as const
export type EngineId = keyof typeof engineDefinitions
export type EngineKind = (typeof engineDefinitions)[EngineId]["kind"]
