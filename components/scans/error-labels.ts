/** Explains the error codes of a scan's questions: why a question has no answer, and what to do. */

/** `advice` says what the user can do. Empty for an unknown code. */
type ErrorDescription = { label: string; advice: string }

const descriptions: Record<string, ErrorDescription> = {
  rate_limited: {
    label: "Rate limit reached",
    advice:
      "Lower the maximum questions per minute under Settings -> AI engines, or ask the vendor for a higher limit.",
  },
  key_refused: {
    label: "The engine rejected the API key, or the key has no credit",
    advice:
      "Enter a valid API key under Settings -> AI engines, or add credit with the engine's vendor. Then start another scan.",
  },
  timeout: {
    label: "The engine timed out",
    advice: "Timeouts are often temporary. If they continue, lower the concurrent questions or choose a faster model.",
  },
  engine_error: {
    label: "The engine failed",
    advice:
      "The error may be temporary, so start another scan later. If it continues, test the engine under Settings -> AI engines.",
  },
  refused: {
    label: "The engine refused to answer",
    advice: "The engine will refuse this prompt again. Reword the prompt.",
  },
  empty_answer: {
    label: "The answer was empty",
    advice: "If this happens again, choose another model or reword the prompt.",
  },
  spend_cap: {
    label: "The monthly spend cap is reached",
    advice: "Raise the cap under Settings -> AI engines, or wait for the next month.",
  },
  price_unknown: {
    label: "The price of the engine is not known",
    advice:
      "A spend cap needs prices, for web searches too. Set the engine's price under Settings -> AI engines, or remove the cap.",
  },
  internal: {
    label: "An error on our side",
    advice:
      "Start another scan. If it happens again, ask the operator of this installation to look for the error in the log.",
  },
}

export const describeError = (code: string): ErrorDescription =>
  descriptions[code] ?? { label: code.replaceAll("_", " "), advice: "" }

export const errorNames: Record<string, string> = Object.fromEntries(
  Object.entries(descriptions).map(([code, { label }]) => [code, label]),
)
