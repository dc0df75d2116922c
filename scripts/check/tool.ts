/** Runs a program of node_modules/.bin and keeps what it says. */
import { spawn } from "node:child_process"
import { delimiter, resolve } from "node:path"

/** With `echo`, also shows what it says while it runs. */
export async function runTool(name: string, args: string[], { echo = false, env = {} }: Options = {}) {
  const folder = resolve("node_modules/.bin")
  // Its first line asks for "node" on the PATH, which must be ours.
  const PATH = `${folder}${delimiter}${process.env["PATH"]}`
  const tool = spawn(`${folder}/${name}`, args, { env: { ...process.env, ...env, PATH } })
  const chunks: Buffer[] = []
  for (const stream of [tool.stdout, tool.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      chunks.push(chunk)
      if (echo) process.stdout.write(chunk)
    })
  }
  const code = await new Promise((ended, failed) => tool.once("error", failed).once("close", ended))
  return { isFine: code === 0, output: Buffer.concat(chunks).toString() }
}

type Options = { echo?: boolean; env?: Record<string, string | undefined> }
