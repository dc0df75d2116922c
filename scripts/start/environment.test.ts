import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished, vi } from "vitest"
import { freePort } from "../free-port"
import { startCommand } from "../testing/command"
import { UserError } from "../user-error"
import { isProductionWithDatabase, isTrialWithDatabase, requireValidVariables } from "./environment"

it.each([
  [
    { NODE_ENV: "production", DATABASE_URL: "postgresql://x" },
    { production: true, trial: false },
  ],
  [{ DATABASE_URL: "postgresql://x" }, { production: false, trial: true }],
  [{ NODE_ENV: "production" }, { production: false, trial: false }],
  [{}, { production: false, trial: false }],
])("with %j, a start is a production or a trial with a separate Postgres: %j", (variables, expected) => {
  const env = variables as NodeJS.ProcessEnv
  expect({ production: isProductionWithDatabase(env), trial: isTrialWithDatabase(env) }).toEqual(expected)
})

it("an unreachable Postgres stops the start with one sentence that says what to do", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-start-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { DATABASE_URL: `postgresql://signalbox@127.0.0.1:${await freePort()}/signalbox` }
  const { ended, printed } = startCommand("start", ["--port", "0", "--data-dir", folder], { env })
  expect(await ended).toBe(1)
  expect(printed.err.trim()).toMatch(
    /^Cannot use the Postgres of DATABASE_URL \(127\.0\.0\.1:\d+\): .*ECONNREFUSED.*\. Start that Postgres, or correct DATABASE_URL, and try again\.$/,
  )
})

it("an error in AI_ENGINE_URLS stops the start with one sentence, before the data folder is used", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-start-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { AI_ENGINE_URLS: '{"chatgpt":"http://127.0.0.1:1"}' }
  const { ended, printed } = startCommand("start", ["--port", "0", "--data-dir", folder], { env })
  expect(await ended).toBe(1)
  expect(printed.err.trim().split("\n")).toEqual([
    expect.stringContaining('AI_ENGINE_URLS contains the unknown engine "chatgpt"'),
  ])
  expect(readdirSync(folder)).toEqual([])
})

// Before the tests of errors, because a module that fails to load once fails again.
it("a start accepts the examples of .env.example", async () => {
  const examples = readFileSync(".env.example", "utf8").matchAll(/^# ([A-Z_]+)=(.+)$/gm)
  for (const [, name = "", value = ""] of examples)
    vi.stubEnv(name, value.replace("at least 32 characters", "a".repeat(32)))
  onTestFinished(() => void vi.unstubAllEnvs())
  await requireValidVariables()
})

it("an error in SIGNALBOX_LIMITS stops the start with one sentence", async () => {
  vi.stubEnv("SIGNALBOX_LIMITS", '{"pro":{"keys":"20"}}')
  onTestFinished(() => void vi.unstubAllEnvs())
  const error = new UserError("SIGNALBOX_LIMITS is not valid. pro: keys: must be a whole number of at least 0.")
  await expect(requireValidVariables()).rejects.toThrow(error)
})

it.each([
  ["SIGNALBOX_MCP_LIMITS", "60", "SIGNALBOX_MCP_LIMITS is not valid. It must be a JSON object."],
  [
    "SIGNALBOX_MCP_REFRESH_GRACE",
    "2 minutes",
    "SIGNALBOX_MCP_REFRESH_GRACE is not valid. Set whole seconds from 0 to 1800, such as 120.",
  ],
  ["WEBHOOK_CONCURRENCY", "-1", "WEBHOOK_CONCURRENCY is not valid. Set a whole number of at least 1, such as 128."],
  ["WEBHOOK_CONCURRENCY", "abc", "WEBHOOK_CONCURRENCY is not valid. Set a whole number of at least 1, such as 128."],
  ["AI_ENGINE_TIMEOUT_SECONDS", "2m", "AI_ENGINE_TIMEOUT_SECONDS is not valid. Set a whole number from 1 to 120."],
  ["DATA_SOURCE_TIMEOUT_SECONDS", "0", "DATA_SOURCE_TIMEOUT_SECONDS is not valid. Set a whole number from 1 to 120."],
  ["METRICS_PORT", "94x64", "METRICS_PORT is not valid. Set a whole number from 1 to 65,535."],
  ["TRUSTED_PROXY_HOPS", "one", "TRUSTED_PROXY_HOPS is not valid. Set a whole number from 0 to 20."],
  ["RATE_LIMIT_STORE", "Postgres", "RATE_LIMIT_STORE is not valid. Set one of: memory, postgres."],
  ["LOG_LEVEL", "verbose", "LOG_LEVEL is not valid. Set one of: trace, debug, info, warn, error, fatal, silent."],
  [
    "SIGNALBOX_BASE_URL",
    "signalbox.example",
    "SIGNALBOX_BASE_URL is not valid. Set a URL that starts with http:// or https://.",
  ],
  ["NEXTAUTH_URL", "localhost:3000", "NEXTAUTH_URL is not valid. Set a URL that starts with http:// or https://."],
])("an error in %s stops the start with one sentence", async (name, value, message) => {
  vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(requireValidVariables()).rejects.toThrow(new UserError(message))
})

it("an error in SIGNALBOX_RETENTION_DAYS stops the start with one sentence, before the data folder is used", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-start-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { SIGNALBOX_RETENTION_DAYS: '{"audit":7}' }
  const { ended, printed } = startCommand("start", ["--port", "0", "--data-dir", folder], { env })
  expect(await ended).toBe(1)
  expect(printed.err.trim().split("\n")).toEqual([
    expect.stringContaining("SIGNALBOX_RETENTION_DAYS is not valid. audit: must be at least 90 days"),
  ])
  expect(readdirSync(folder)).toEqual([])
})
