/**
 * Chooses what runs the Inngest functions: the Inngest server that the environment names, or else the embedded engine
 * in this process.
 */

export type EngineChoice = { kind: "embedded" } | { kind: "server"; url: string }

/** Throws when the environment configures an Inngest server only in part. */
export function engineChoice(env: Record<string, string | undefined> = process.env): EngineChoice {
  const { INNGEST_BASE_URL: url, INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey } = env
  const dev = /^(0|false|)$/i.test(env.INNGEST_DEV ?? "") ? undefined : env.INNGEST_DEV
  if (dev) return { kind: "server", url: url || (URL.canParse(dev) ? dev : "http://localhost:8288") }
  if (!url && !eventKey && !signingKey) return { kind: "embedded" }
  if (!eventKey || !signingKey)
    throw new Error(
      "An Inngest server needs INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY. For a development server without keys, set INNGEST_DEV instead.",
    )
  return { kind: "server", url: url || "https://api.inngest.com" }
}

/** Names what runs the functions, for the startup output. */
export function jobRunnerName(choice = engineChoice()) {
  return choice.kind === "embedded" ? "embedded" : `Inngest at ${choice.url}`
}
