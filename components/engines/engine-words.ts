/** What people are told of each AI engine: where its key is made, and what can be chosen of it. */
import type { Data } from "@/components/api/types"

export type Engine = Data<"aiVisibility", "listEngineSettings">[number]
export type EngineId = Engine["engine_id"]

type Words = {
  /** What it is, for those who do not know it by its name. */
  about: string
  /** Where a key is made; null: it needs none. */
  keyPlace: string | null
  isKeyOptional?: boolean
  /** "choice": people decide; otherwise what it does of itself. */
  webSearch: "choice" | "always" | "never"
}

export const engineWords: Record<EngineId, Words> = {
  openai_api: {
    about: "OpenAI's models, with web search.",
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
    about: "Any server that speaks OpenAI's chat completions: a gateway, or a model of your own. It cites no sources.",
    keyPlace: "your server, if it asks for one",
    isKeyOptional: true,
    webSearch: "never",
  },
  sample: {
    about: "For trying things out. It invents its answers and asks nobody, so its figures say nothing of the world.",
    keyPlace: null,
    webSearch: "never",
  },
}

/** Something was chosen of it once: it is off rather than not set up. */
export const isKnown = ({ key_hint, base_url }: Engine) => key_hint !== null || base_url !== null

/** "gpt-5.5 · web search · 4 at once" */
export function factsOf({ engine_id, model, web_search, concurrency, per_minute }: Engine): string {
  if (engine_id === "sample") return "Invents its answers"
  const { webSearch } = engineWords[engine_id]
  const searches = webSearch === "always" || (webSearch === "choice" && web_search)
  return [
    model || "no model",
    searches ? "web search" : "no web search",
    `${concurrency} at once`,
    ...(per_minute === null ? [] : [`${per_minute} a minute at most`]),
  ].join(" · ")
}
