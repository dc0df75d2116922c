/** Names of the AI engines by their ids, for pages and for engines that files bring in. */
import type { EngineId } from "./kinds"

/**
 * `label` is the name on pages. `importedName` is the name that the API returns for an engine that a file brought in.
 * It is stored with the engine and stays as it is, because code of customers may compare it.
 */
type EngineNames = { label: string; importedName?: string }

/** The engines that scans ask. */
const askedEngines: Record<EngineId, EngineNames> = {
  openai_api: { label: "OpenAI API" },
  perplexity_api: { label: "Perplexity API" },
  gemini_api: { label: "Gemini API" },
  anthropic_api: { label: "Claude API" },
  compatible_api: { label: "OpenAI-compatible API" },
  sample: { label: "Sample engine (invented)" },
  sample_chatgpt: { label: "ChatGPT (sample)" },
  sample_copilot: { label: "Copilot (sample)" },
  sample_google_ai_mode: { label: "Google AI Mode (sample)" },
}

/** The engines that scans ask, and engines of files under the ids that their names become. */
const knownEngines: Record<string, EngineNames> = {
  ...askedEngines,
  chatgpt: { label: "ChatGPT", importedName: "ChatGPT" },
  openai: { label: "ChatGPT", importedName: "OpenAI" },
  google_ai_mode: { label: "Google AI Mode", importedName: "Google AI Mode" },
  google_ai_overview: { label: "Google AI Overviews", importedName: "Google AI Overview" },
  gemini: { label: "Gemini", importedName: "Gemini" },
  perplexity: { label: "Perplexity", importedName: "Perplexity" },
  anthropic: { label: "Claude" },
  claude: { label: "Claude", importedName: "Claude" },
  copilot: { label: "Copilot", importedName: "Microsoft Copilot" },
}

/** The name on pages. An unknown engine is named by its id: "you_com" becomes "you com". */
export const engineName = (id: string) => knownEngines[id]?.label ?? id.replaceAll("_", " ")

/** The name to store for an engine that a file brings in. An unknown engine is named by its id: "You Com". */
export const importedEngineName = (id: string) =>
  knownEngines[id]?.importedName ?? id.replaceAll("_", " ").replace(/(?:^|\s)\w/g, (c) => c.toUpperCase())
