import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { decodedText } from "./encoding"

it("closes the file when the caller stops reading early", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-encoding-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, "figures.csv")
  writeFileSync(path, "a,b\n".repeat(1_000_000))
  const { bytes, text } = decodedText(path, "utf-8")
  for await (const _ of text) break
  await expect.poll(() => bytes.closed).toBe(true)
})
