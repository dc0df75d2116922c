/** AI-visibility figures in words: what they are, how sure they are, and how they changed. */
import type { Data } from "@/components/api/types"
import { percent } from "@/components/metrics/format-value"
import type { Figure } from "./interval-bar"

type Row = Data<"aiVisibility", "getMetrics">["rows"][number]

export const share = ({ value }: Pick<Figure, "value">) => (value === null ? "–" : percent(value))

export const position = ({ value }: Pick<Figure, "value">) => (value === null ? "–" : value.toFixed(1))

/** "64 to 93 %" */
export const bounds = ({ ci }: Figure) => (ci ? `${Math.round(ci.low * 100)} to ${Math.round(ci.high * 100)} %` : "")

const verdicts: Record<NonNullable<Row["change"]>["verdict"], string> = {
  up: "up",
  down: "down",
  no_clear_change: "no clear change",
  not_comparable: "not comparable with before",
  insufficient: "too few answers to say",
}

export const verdictWords = ({ change }: Row) => (change ? verdicts[change.verdict] : null)

export const confidenceWords: Record<Figure["confidence"], string> = {
  insufficient: "too few answers",
  low: "few answers",
  medium: "enough answers",
  high: "many answers",
}

const engineNames: Record<string, string> = {
  chatgpt: "ChatGPT",
  openai: "ChatGPT",
  google_ai_mode: "Google AI Mode",
  google_ai_overview: "Google AI Overviews",
  gemini: "Gemini",
  perplexity: "Perplexity",
  anthropic: "Claude",
  claude: "Claude",
  copilot: "Copilot",
}

export const engineName = (id: string) => engineNames[id] ?? id.replaceAll("_", " ")
