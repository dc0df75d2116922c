/** Loads Prisma's schema engine as WebAssembly, so that migrations need no native binary. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils"
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg"
import { schemaEngineAdapter } from "./schema-engine-adapter"

export const schemaFile = resolve("prisma/schema.prisma")

/**
 * Runs `work` with an engine on the database at `url`, and closes its connections afterwards. `lockTimeoutMs` limits
 * how long a migration waits for a lock. `scriptFailure` returns the error of Postgres for a script that failed since
 * the last call.
 */
export async function withSchemaEngine<Result>(
  url: string,
  work: (engine: bindings.SchemaEngine, scriptFailure: () => unknown) => Promise<Result>,
  options: { lockTimeoutMs?: number } = {},
) {
  loaded ??= load()
  await loaded
  const { adapter, scriptFailure, close } = schemaEngineAdapter(url, options)
  const datamodels: [string, string][] = [[schemaFile, readFileSync(schemaFile, "utf8")]]
  try {
    const engine = await bindings.SchemaEngine.new(
      { datamodels },
      () => {},
      bindMigrationAwareSqlAdapterFactory(adapter),
    )
    return await work(engine, scriptFailure)
  } finally {
    await close()
  }
}

let loaded: Promise<void> | undefined

async function load() {
  const panics = { set_message: (message: string) => void process.stderr.write(`${message}\n`) }
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panics })
  const folder = dirname(createRequire(schemaFile).resolve("@prisma/schema-engine-wasm"))
  const wasm = await WebAssembly.instantiate(readFileSync(join(folder, "schema_engine_bg.wasm")), {
    "./schema_engine_bg.js": Object.fromEntries(Object.entries(bindings).map(unrefTimer)),
  })
  const exported = wasm.instance.exports
  bindings.__wbg_set_wasm(exported)
  if (typeof exported["__wbindgen_start"] === "function") exported["__wbindgen_start"]()
}

/** Unrefs the engine's timer for its lock (10 s), which it never clears. Otherwise every command would wait for it. */
function unrefTimer([name, value]: [string, unknown]): [string, WebAssembly.ImportValue] {
  if (!name.startsWith("__wbg_setTimeout_")) return [name, value as WebAssembly.ImportValue]
  return [name, (callback: () => void, timeoutMs: number) => setTimeout(callback, timeoutMs).unref()]
}
