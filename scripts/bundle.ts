/** Bundles a TypeScript entry point and the project files that it imports into one module. */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { isDeepStrictEqual } from "node:util"
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
 * A bundle is used again until one of its files changes, because bundling the server takes a second.
 */
export async function bundle(entry: string): Promise<string> {
  const bundleFile = resolve(".build", `${entry.replaceAll("/", "-").replace(/\.tsx?$/, "")}.mjs`)
  const inputsFile = `${bundleFile}.inputs.json`
  if (existsSync(bundleFile) && isUpToDate(inputsFile)) return bundleFile
  const startedAt = Date.now()
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    outfile: bundleFile,
    alias: { "@": resolve("."), "server-only": resolve("scripts/empty-module.ts") },
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node24",
    sourcemap: true,
    metafile: true,
    write: false,
    // The error that `build` throws contains its messages.
    logLevel: "silent",
  })
  mkdirSync(".build", { recursive: true })
  for (const { path, contents } of outputFiles) writeAtomically(path, contents)
  const inputs = fileStates([...Object.keys(metafile.inputs), ...inputsOfEveryBundle])
  // A file that has changed during the build may be in the bundle with its old content.
  if (Object.values(inputs).every((state) => state && state.mtimeMs < startedAt))
    writeAtomically(inputsFile, JSON.stringify(inputs))
  return bundleFile
}

/** This file has esbuild's options. esbuild reads more of them from tsconfig.json. The lock file has its version. */
const inputsOfEveryBundle = ["scripts/bundle.ts", "tsconfig.json", "package-lock.json"]

/** True if the files of a bundle are as they were when it was made. */
function isUpToDate(inputsFile: string) {
  if (!existsSync(inputsFile)) return false
  const recorded = JSON.parse(readFileSync(inputsFile, "utf8"))
  return isDeepStrictEqual(fileStates(Object.keys(recorded)), recorded)
}

/** Size and time of the last change of each file, by path. Null for a file that does not exist. */
function fileStates(paths: string[]) {
  const stateOf = (path: string) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats ? { size: stats.size, mtimeMs: stats.mtimeMs } : null
  }
  return Object.fromEntries(paths.map((path) => [path, stateOf(path)]))
}

/** Writes atomically, because another command may read the same file at this moment. */
function writeAtomically(path: string, contents: Uint8Array | string) {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, contents)
  renameSync(unfinished, path)
}
