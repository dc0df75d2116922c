/**
 * Finds the packages that production needs: imports of the container's commands and of the built pages, with their
 * dependencies.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { dirname, join, resolve } from "node:path"
import { build } from "esbuild"
import { workerEntry } from "../bundle"

/** The entry points that the container runs: its commands, and the modules that `start` loads. */
const entryPoints = [
  ...["start", "migrate", "secrets", "admin"].map((command) => `scripts/${command}.ts`),
  "server/main.ts",
  workerEntry,
]

/** Dependencies of `next` that only the build and image optimization use. The product has no optimized images. */
const excluded = /^(@next\/swc-.*|sharp|@img\/.*)$/

/** Returns the folders of the packages, such as "node_modules/pg". */
export async function findNeededPackages(): Promise<string[]> {
  const found = new Set<string>()
  // scripts/bundle.ts imports esbuild and is not itself bundled, so the import would not be found.
  for (const name of ["esbuild", ...(await findImportedPackages())]) addWithDependencies(found, name, ".")
  for (const folder of findTracedPackages()) found.add(folder)
  return [...found].sort()
}

/** The names of the packages that our code imports, including dynamic import(). */
async function findImportedPackages() {
  const { metafile } = await build({
    entryPoints,
    outdir: ".build",
    alias: { "@": resolve("."), "server-only": resolve("scripts/empty-module.ts") },
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    metafile: true,
    write: false,
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  const names = imports.filter(({ external }) => external).map(({ path }) => packageName(path))
  return new Set(names.filter((name) => !isBuiltin(name)))
}

/** The folders of the packages that Next's build traces list for the pages and for Next's server. */
function findTracedPackages() {
  const folders = new Set<string>()
  for (const trace of globSync(".next/**/*.nft.json", { exclude: [".next/cache", ".next/dev"] })) {
    const { files } = JSON.parse(readFileSync(trace, "utf8")) as { files: string[] }
    for (const file of files) {
      const folder = folderOf(file)
      if (folder && existsSync(folder) && !excluded.test(packageName(nameIn(folder)))) folders.add(folder)
    }
  }
  return folders
}

/** "../node_modules/@scope/name/file" -> "node_modules/@scope/name". Null for a file outside a package. */
function folderOf(file: string): string | null {
  const path = file.includes(inPackages) ? file.slice(file.indexOf(inPackages)) : ""
  const folder = path.slice(0, path.lastIndexOf(inPackages) + inPackages.length)
  const name = packageName(path.slice(folder.length))
  return path.startsWith(`${folder}${name}/`) ? folder + name : null
}

const inPackages = "node_modules/"

function addWithDependencies(found: Set<string>, name: string, from: string) {
  const folder = excluded.test(name) ? null : findPackage(name, from)
  if (!folder || found.has(folder)) return
  found.add(folder)
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = readManifest(folder)
  const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta?.[peer]?.optional)
  const names = [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers]
  for (const dependency of names) addWithDependencies(found, dependency, folder)
}

/**
 * Resolves a package from a folder as Node does. Null for an optional dependency that is not installed on this machine.
 */
function findPackage(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name)
    if (existsSync(join(candidate, "package.json"))) return candidate
    if (folder === ".") return null
  }
}

type Manifest = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

const nameIn = (folder: string) => folder.slice(folder.lastIndexOf(inPackages) + inPackages.length)

/** "@scope/name/file" -> "@scope/name" */
const packageName = (path: string) =>
  path
    .split("/")
    .slice(0, path.startsWith("@") ? 2 : 1)
    .join("/")
