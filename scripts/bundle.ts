/** Makes one module of a TypeScript entry point and everything of ours that it imports. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"

/** The module that worker threads run. Code that is loaded may start one, and finds it by its name in .build. */
export const workerEntry = "domain/ai-visibility/extraction-thread/entry.ts"

/** Loads the module of `entry`. */
export async function load<Module>(entry: string): Promise<Module> {
  const [file] = await Promise.all([bundle(entry), bundle(workerEntry)])
  return import(pathToFileURL(file).href)
}

/** `entry` is a path from the project's folder. Packages stay outside and are found in node_modules. Returns the module's path. */
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
  for (const { path, contents } of outputFiles) writeWhole(path, contents)
  const [module = ""] = outputFiles.map(({ path }) => path).filter((path) => path.endsWith(".mjs"))
  return module
}

/** Another command may be reading the same file at this moment. */
function writeWhole(path: string, contents: Uint8Array) {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, contents)
  renameSync(unfinished, path)
}
