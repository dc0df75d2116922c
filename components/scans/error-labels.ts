/** Explains the error codes of a question: why it has no answer, and what to do. */
type ErrorDescription = { what: string; todo: string }

const descriptions: Record<string, ErrorDescription> = {
  rate_limited: {
    what: "Rate limit reached",
    todo: "Lower the maximum questions per minute under Settings -> AI engines, or ask the vendor for a higher limit.",
  },
  key_refused: {
    what: "The engine rejected the API key, or the key has no credit",
    todo: "Enter a valid API key under Settings -> AI engines, or add credit with the engine's vendor. Then start another scan.",
  },
  timeout: {
    what: "The engine timed out",
    todo: "Timeouts are often temporary. If they continue, lower the concurrent questions or choose a faster model.",
  },
  engine_error: {
    what: "The engine failed",
    todo: "The error may be temporary, so start another scan later. If it continues, test the engine under Settings -> AI engines.",
  },
  refused: {
    what: "The engine refused to answer",
    todo: "The engine will refuse this prompt again. Reword the prompt.",
  },
  empty_answer: {
    what: "The answer was empty",
    todo: "If this happens again, choose another model or reword the prompt.",
  },
  spend_cap: {
    what: "The monthly spend cap is reached",
    todo: "Raise the cap under Settings -> AI engines, or wait for the next month.",
  },
  price_unknown: {
    what: "The price of the engine is not known",
    todo: "A spend cap needs prices, for web searches too. Set the engine's price under Settings -> AI engines, or remove the cap.",
  },
  internal: {
    what: "An error on our side",
    todo: "Start another scan. If it happens again, ask the operator of this installation to look for the error in the log.",
  },
}

export const errorDescription = (code: string): ErrorDescription =>
  descriptions[code] ?? { what: code.replaceAll("_", " "), todo: "" }

export const errorNames: Record<string, string> = Object.fromEntries(
  Object.entries(descriptions).map(([code, { what }]) => [code, what]),
)
