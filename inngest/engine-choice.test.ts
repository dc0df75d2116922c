import { expect, it } from "vitest"
import { engineChoice, jobRunnerName } from "./engine-choice"

it.each([
  ["nothing", {}, "embedded"],
  ["a dev mode that is off", { INNGEST_DEV: "0" }, "embedded"],
  ["a dev server", { INNGEST_DEV: "1" }, "Inngest at http://localhost:8288"],
  ["a dev server elsewhere", { INNGEST_DEV: "http://inngest:8288" }, "Inngest at http://inngest:8288"],
  ["the keys of the cloud", { INNGEST_EVENT_KEY: "e", INNGEST_SIGNING_KEY: "s" }, "Inngest at https://api.inngest.com"],
  [
    "a self-hosted server",
    { INNGEST_BASE_URL: "http://inngest:8288", INNGEST_EVENT_KEY: "e", INNGEST_SIGNING_KEY: "s" },
    "Inngest at http://inngest:8288",
  ],
])("chooses the engine: %s in the environment", (_, env, name) => {
  expect(jobRunnerName(engineChoice(env))).toBe(name)
})

it.each([{ INNGEST_EVENT_KEY: "e" }, { INNGEST_SIGNING_KEY: "s" }, { INNGEST_BASE_URL: "http://inngest:8288" }])(
  "rejects an incomplete Inngest configuration and names the missing variables",
  (env) => {
    expect(() => engineChoice(env)).toThrow(/needs INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY/)
  },
)
