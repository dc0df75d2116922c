/** Describes each AI engine to users: what it is, where to create its key, and which options it has. */
import type { Data } from "@/components/api/types"
import { engineDefinitions, isSampleEngine, searchesWeb } from "@/domain/ai-engines/kinds"
import { pluralize } from "@/domain/kernel/format-count"

export type Engine = Data<"aiVisibility", "listEngineSettings">[number]
export type EngineId = Engine["engine_id"]

type EngineLabel = {
  /** An explanation, for users who do not know the engine's name. */
  about: string
  /** Where to create a key. Null when the engine needs none. */
  keyPlace: string | null
  isKeyOptional?: boolean
  /** Whether the engine searches the web. With "choice", the user decides. */
  webSearch: "choice" | "always" | "never"
}

export const aboutSampleEngines =
  "For trying out Signalbox. They invent their answers, so metrics of these answers have no real meaning. They are free."

const sampleLabel: EngineLabel = {
  about: "Invents its answers.",
  keyPlace: null,
  webSearch: "never",
}

export const engineLabels: Record<EngineId, EngineLabel> = {
  openai_api: {
    about: "OpenAI's models, which ChatGPT uses too, with web search.",
    keyPlace: "platform.openai.com, under API keys",
    webSearch: "choice",
  },
  perplexity_api: {
    about: "Perplexity's Sonar. It searches the web for every answer.",
    keyPlace: "perplexity.ai, under Settings, API",
    webSearch: "always",
  },
  gemini_api: {
    about: "Google's Gemini, with Google Search.",
    keyPlace: "aistudio.google.com, under API keys",
    webSearch: "choice",
  },
  anthropic_api: {
    about: "Anthropic's Claude, with web search.",
    keyPlace: "console.anthropic.com, under API keys",
    webSearch: "choice",
  },
  compatible_api: {
    about: "Any server with OpenAI's chat completions API, such as a gateway or your own model. It cites no sources.",
    keyPlace: "your server, if it requires one",
    isKeyOptional: true,
    webSearch: "never",
  },
  sample: sampleLabel,
  sample_chatgpt: sampleLabel,
  sample_copilot: sampleLabel,
  sample_google_ai_mode: sampleLabel,
}

/** True for an engine that is on, and for one that is off but has a stored key or address. */
export const isConfigured = ({ is_enabled, key_hint, base_url }: Engine) =>
  is_enabled || key_hint !== null || base_url !== null

export const engineSearchesWeb = ({ engine_id, web_search }: Engine) =>
  searchesWeb(engineDefinitions[engine_id].kind, { webSearch: web_search })

/** "gpt-5.5 · web search · 4 concurrent · at most 60 per minute" */
export function describeEngine(engine: Engine): string {
  const { engine_id, model, concurrency, per_minute } = engine
  if (isSampleEngine(engine_id)) return "Invents its answers"
  return [
    model || "no model",
    engineSearchesWeb(engine) ? "web search" : "no web search",
    `${concurrency} concurrent`,
    ...(per_minute === null ? [] : [`at most ${per_minute} per minute`]),
  ].join(" · ")
}

/** "2 engines on: OpenAI, Perplexity." */
export function describeEnabledEngines(engines: Engine[]): string {
  const enabled = engines.filter(({ is_enabled }) => is_enabled)
  if (enabled.length === 0) return "No engine is on, so scans cannot start."
  if (enabled.every(({ is_sample }) => is_sample))
    return `Only ${enabled.length === 1 ? "the sample engine is" : "sample engines are"} on, so all answers are invented.`
  return `${pluralize(enabled.length, "engine")} on: ${enabled.map(({ name }) => name).join(", ")}.`
}

/** Formats a price exactly: "$0.0025". */
export const formatPrice = (amount: number) => `$${amount.toLocaleString("en", { maximumFractionDigits: 6 })}`
