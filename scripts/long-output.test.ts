import { spawn } from "node:child_process"
import { text } from "node:stream/consumers"
import { expect, it } from "vitest"

it("a command ends only after a pipe has received its whole output", async () => {
  const args = ["scripts/run.mjs", "score", "coverage", "--figure", "visibility", "--draws", "1"]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  const output = await text(child.stdout)
  expect(output.length).toBeGreaterThan(100_000)
  expect(JSON.parse(output).cases).toHaveLength(5 * 4 * 4 * 2 * 3)
})
