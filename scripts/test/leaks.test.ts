import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeEach, expect, it, onTestFinished } from "vitest"
import { findSecrets } from "./leaks"

let folder = ""

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-leaks-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

it.each([
  ["an API key", `GET /x?key=sbx_live_${"aB3".repeat(12)}`],
  ["a webhook secret", `secret whsec_${"MfKQ".repeat(8)}`],
  ["a password hash", "row ($argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA)"],
])("finds %s and reports its file and line without repeating it", (kind, line) => {
  writeFileSync(join(folder, "server.log"), `harmless\n${line}\n`)
  expect(findSecrets(folder)).toEqual([`${kind} in server.log, line 2`])
})

it("ignores key hints, prefixes and files that are not logs", () => {
  writeFileSync(join(folder, "server.log"), "sbx_live_ab12...wx9z whsec_ $argon2id\n")
  writeFileSync(join(folder, "report.json"), `sbx_test_${"a".repeat(36)}`)
  expect(findSecrets(folder)).toEqual([])
})
