import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeEach, expect, it, onTestFinished } from "vitest"
import { writeDemoFile } from "./demo-file"

const account = {
  email: "demo@signalbox.test",
  password: "made up",
  api_key: "made up",
  team_id: "team_1",
  team_slug: "demo",
  client_id: "client_1",
  report_id: "report_1",
  project_id: "project_1",
}
let folder = ""

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-demo-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

it("writes the demo team's login to a file that only its owner can read", () => {
  writeDemoFile(folder, "http://localhost:3000", account, { isEmbedded: true })
  const file = join(folder, "demo.json")
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ ...account, base_url: "http://localhost:3000" })
})

it("a later start changes only the address", () => {
  writeDemoFile(folder, "http://localhost:3000", account, { isEmbedded: true })
  expect(writeDemoFile(folder, "http://localhost:4000", null, { isEmbedded: true })).toEqual({
    ...account,
    base_url: "http://localhost:4000",
  })
})

it("returns no demo file when there is no demo team", () => {
  expect(writeDemoFile(folder, "http://localhost:3000", null, { isEmbedded: true })).toBeNull()
})

it("returns no demo file of another database when a start with DATABASE_URL seeded nothing", () => {
  writeDemoFile(folder, "http://localhost:3000", account, { isEmbedded: true })
  expect(writeDemoFile(folder, "http://localhost:3000", null, { isEmbedded: false })).toBeNull()
})
