#!/usr/bin/env node
// Runs every command of package.json: `node scripts/run.mjs <command> [options]` runs scripts/<command>.ts.
import { existsSync } from "node:fs"
import module from "node:module" // imported as a whole, because Node 20, which also runs this file, has no enableCompileCache
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import {
  exitAfterOutput,
  explainFullDisk,
  requireNode,
  requireWritable,
  runOnNode24,
  stopWithParent,
  stopWithReader,
  userError,
} from "./bootstrap.mjs"
import { install, node24 } from "./packages.mjs"

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const [name = "start", ...args] = process.argv.slice(2)

try {
  process.env.SIGNALBOX_STARTED_AT ??= String(Math.round(performance.timeOrigin))
  requireNode()
  requireWritable()
  stopWithParent()
  stopWithReader()
  await install()
  if (process.versions.node.startsWith("24.")) await runCommand()
  else await runOnNode24(node24(), process.argv.slice(1))
} catch (error) {
  // A user can act on the message of a UserError. Any other error is printed with its stack.
  const isUserError = error?.name === "UserError" || `${error?.code}`.startsWith("ERR_PARSE_ARGS")
  console.error(isUserError ? error.message : (explainFullDisk(error) ?? error))
  process.exit(error?.exitCode ?? 1)
}

async function runCommand() {
  if (!existsSync(`scripts/${name}.ts`)) throw userError(`There is no command "${name}". README.md lists the commands.`)
  process.setSourceMapsEnabled(true)
  // Compiling the same code again would take a fifth of a warm start.
  module.enableCompileCache(".build/compile-cache")
  const { load } = await import("./bundle.ts")
  const { generateClient } = await load("scripts/generated-client.ts")
  await generateClient()
  const { run } = await load(`scripts/${name}.ts`)
  const exitCode = await run(args)
  if (exitCode !== undefined) await exitAfterOutput(exitCode)
}
