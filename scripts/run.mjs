#!/usr/bin/env node
// Every command of package.json begins here: `node scripts/run.mjs <command> [options]` runs scripts/<command>.ts.
import { existsSync } from "node:fs"
import module from "node:module" // enableCompileCache is not in Node 20, which begins here too
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { demandNode, demandWritable, fullDisk, plainFailure, runOnNode24, stopWithParent } from "./bootstrap.mjs"
import { install, node24 } from "./packages.mjs"

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const [name = "start", ...args] = process.argv.slice(2)

try {
  process.env.SIGNALBOX_BEGAN_AT ??= String(Math.round(performance.timeOrigin))
  demandNode()
  demandWritable()
  stopWithParent()
  if (!process.send) await install()
  if (process.versions.node.startsWith("24.")) await runCommand()
  else await runOnNode24(node24(), process.argv.slice(1))
} catch (error) {
  // A plain failure is one sentence that the reader can act on; anything else is ours to debug.
  const isPlain = error?.name === "PlainFailure" || `${error?.code}`.startsWith("ERR_PARSE_ARGS")
  console.error(isPlain ? error.message : (fullDisk(error) ?? error))
  process.exit(error?.exitCode ?? 1)
}

async function runCommand() {
  if (!existsSync(`scripts/${name}.ts`)) throw plainFailure(`There is no command "${name}".`)
  process.setSourceMapsEnabled(true)
  // Compiling the same code anew is a fifth of what a warm start costs.
  module.enableCompileCache(".build/compile-cache")
  const { load } = await import("./bundle.ts")
  const { generateClient } = await load("scripts/generated-client.ts")
  await generateClient()
  const { run } = await load(`scripts/${name}.ts`)
  const exitCode = await run(args)
  if (exitCode !== undefined) process.exit(exitCode)
}
