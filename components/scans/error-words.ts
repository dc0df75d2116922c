/** Explains the error codes of a question: why it has no answer, and what to do. */
type Words = { what: string; todo: string }

const words: Record<string, Words> = {
  rate_limited: {
    what: "The engine wanted fewer questions",
    todo: "Ask fewer at once under Settings, AI engines, or raise your limit with the vendor.",
  },
  key_refused: {
    what: "The engine refused the key",
    todo: "Put in a key that is valid and has credit, under Settings, AI engines, then start another scan.",
  },
  timeout: {
    what: "No answer in time",
    todo: "It often passes. If it stays, ask fewer at once, or choose a faster model.",
  },
  engine_error: {
    what: "The engine failed",
    todo: "It may pass: start another scan later. If it stays, test the engine under Settings, AI engines.",
  },
  refused: {
    what: "The engine refused to answer",
    todo: "It will refuse again: change the prompt's words.",
  },
  empty_answer: {
    what: "The answer was empty",
    todo: "If it stays, choose another model, or change the prompt's words.",
  },
  internal: {
    what: "The answer could not be kept",
    todo: "The fault is on our side. Whoever runs this service finds it in the log.",
  },
}

export const errorWords = (code: string): Words => words[code] ?? { what: code.replaceAll("_", " "), todo: "" }

export const errorNames: Record<string, string> = Object.fromEntries(
  Object.entries(words).map(([code, { what }]) => [code, what]),
)
