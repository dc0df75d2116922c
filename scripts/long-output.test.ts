import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { expect, it } from "vitest"

it("a command ends only after a pipe has received its whole output", async () => {
  const args = ["scripts/run.mjs", "score", "coverage", "--metric", "visibility", "--simulations", "1"]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  const output = await text(child.stdout)
  expect(output.length).toBeGreaterThan(100_000)
  expect(JSON.parse(output).cases).toHaveLength(5 * 4 * 4 * 2 * 3)
})

it("a command ends without an error when the reader of its output has ended", async () => {
  const child = spawn(process.execPath, ["scripts/run.mjs", "score", "--help"], { stdio: ["ignore", "pipe", "pipe"] })
  child.stdout.destroy()
  const [errors, [exitCode]] = await Promise.all([text(child.stderr), once(child, "exit")])
  expect({ errors, exitCode }).toEqual({ errors: "", exitCode: 0 })
})

it.each(["stdout", "stderr"] as const)("a server shuts down when the reader of its %s has ended", async (output) => {
  const server = `
    import { stopWithReader } from "./scripts/bootstrap.mjs"
    stopWithReader()
    process.on("SIGTERM", () => process.exit(0))
    process.on("uncaughtException", (error) => console.error(error)) // as Next does
    setInterval(() => process.${output}.write("a line of the log\\n"), 10)`
  const args = ["--input-type=module", "--eval", server]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] })
  child[output].destroy()
  const [exitCode] = await once(child, "exit")
  expect(exitCode).toBe(0)
})
