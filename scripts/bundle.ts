/** Makes one module of a TypeScript entry point and everything of ours that it imports, and loads it. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"

/** `entry` is a path from the project's folder. Packages stay outside and are found in node_modules. */
export async function load<Module>(entry: string): Promise<Module> {
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
  return import(pathToFileURL(module).href)
}

/** Another command may be reading the same file at this moment. */
function writeWhole(path: string, contents: Uint8Array) {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, contents)
  renameSync(unfinished, path)
}
