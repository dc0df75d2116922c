/** Bundles a TypeScript entry point and the project files that it imports into one module. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"

/**
 * The module that worker threads run. Bundled code that starts such a thread finds its bundle in .build by file name.
 */
export const workerEntry = "domain/answers/extraction-thread/entry.ts"

let workerBundle: Promise<string> | undefined

/** Bundles `entry` and imports the result. */
export async function load<Module>(entry: string): Promise<Module> {
  workerBundle ??= bundle(workerEntry)
  const [file] = await Promise.all([bundle(entry), workerBundle])
  return import(pathToFileURL(file).href)
}

/**
 * Bundles `entry`, a path relative to the project folder, and returns the bundle's path. Packages stay in node_modules.
 */
export async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile: resolve(".build", `${entry.replaceAll("/", "-").replace(/\.tsx?$/, "")}.mjs`),
    alias: { "@": resolve("."), "server-only": resolve("scripts/empty-module.ts") },
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node24",
    sourcemap: true,
    write: false,
  })
  mkdirSync(".build", { recursive: true })
  for (const { path, contents } of outputFiles) writeAtomically(path, contents)
  const [module = ""] = outputFiles.map(({ path }) => path).filter((path) => path.endsWith(".mjs"))
  return module
}

/** Writes atomically, because another command may read the same file at this moment. */
function writeAtomically(path: string, contents: Uint8Array) {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, contents)
  renameSync(unfinished, path)
}
