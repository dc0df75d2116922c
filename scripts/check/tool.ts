/** Runs a program of node_modules/.bin and captures its output. */
import { spawn } from "node:child_process"
import { delimiter, resolve } from "node:path"

/** With `echo`, also prints the output while the program runs. */
export async function runTool(name: string, args: string[], { echo = false, env = {} }: Options = {}) {
  const folder = resolve("node_modules/.bin")
  // The program's first line (`#!/usr/bin/env node`) looks up "node" on the PATH. npm's Node 24 must be found there.
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
  return { succeeded: code === 0, output: Buffer.concat(chunks).toString() }
}

type Options = { echo?: boolean; env?: Record<string, string | undefined> }
