import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { freePort } from "../free-port"
import { startCommand } from "../testing/command"

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
