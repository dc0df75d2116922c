/**
 * Builds the contents of the container image: Prisma's client and the pages. With `--into`, also copies exactly what
 * production needs into a new folder.
 */
import { cpSync, globSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { transform } from "esbuild"
import { commandLine, parseOptions } from "./command-line"
import { generateClient } from "./generated-client"
import { findNeededPackages } from "./image/needed-packages"
import { buildIfStale, listSources } from "./start/build"
import { UserError } from "./user-error"

type Options = { into?: string }

/** Returns an exit code only when the command line was wrong or asked for help. */
export async function run(args: string[]) {
  const options = parseOptions<Options>(program(), args)
  if (typeof options === "number") return options
  await generateClient()
  await buildIfStale()
  if (options.into) await writeImage(resolve(options.into))
}

const program = () =>
  commandLine("node scripts/container.mjs build", {
    description: "Generate Prisma's client and build the pages. The packages must be installed.",
    examples: ["npm ci --include=dev && node scripts/container.mjs build --into /tmp/image"],
  }).option("--into <folder>", "also copy everything that production needs into this new folder")

async function writeImage(folder: string) {
  try {
    mkdirSync(folder)
  } catch (error) {
    throw new UserError(`Cannot create ${folder}: ${(error as Error).message}. Choose a folder that does not exist.`)
  }
  const packages = await findNeededPackages()
  const codeFiles = [
    ...listSources("."),
    ...globSync("scripts/**/*.{ts,mjs}").filter((file) => !file.endsWith(".test.ts")),
  ]
  for (const path of [...codeFiles, ...otherFiles, ...packages]) copy(path, folder)
  await compileNextConfig(folder)
  // Created here so that in the image they belong to the user that runs it, like all copied files.
  for (const name of [".data", ".build"]) mkdirSync(`${folder}/${name}`)
  console.log(
    `Wrote ${measureMegabytes(folder)} MB to ${folder}, of which ${packages.length} packages are ${measureMegabytes(`${folder}/node_modules`)} MB.`,
  )
}

/** Writes next.config.mjs, because Next would need its compiler, which is not in the image, to read next.config.ts. */
async function compileNextConfig(folder: string) {
  const { code } = await transform(readFileSync("next.config.ts", "utf8"), { loader: "ts", format: "esm" })
  writeFileSync(`${folder}/next.config.mjs`, code)
}

/** Build output, generated code, and files that are read at run time. */
const otherFiles = [
  ".next",
  "prisma/generated",
  "prisma/migrations",
  "CHANGELOG.md",
  ...globSync("docs/{*,decisions/*,receivers/*}.{md,mjs,py,go,php,rb}"),
]
/** The build cache, the traces of imports and the programs of packages. */
const notNeeded = /^\.next\/(cache|dev|trace.*)$|\.nft\.json$|(^|\/)\.bin$/
/** Package files that only people and compilers read. They are a third of the packages' size. */
const notRun = /\.map$|\.d\.[cm]?ts$|\.md$/

/** Copies a path into the image folder. */
const copy = (path: string, folder: string) =>
  cpSync(path, `${folder}/${path}`, {
    recursive: true,
    verbatimSymlinks: true,
    filter: path.startsWith("node_modules/") ? isNeededOfPackage : isNeeded,
  })

const isNeeded = (file: string) => !notNeeded.test(file)

/** Nested node_modules are skipped, because each needed package is listed separately. */
const isNeededOfPackage = (file: string) => isNeeded(file) && !notRun.test(file) && !file.endsWith("/node_modules")

/** The size of the files' contents, as `du --apparent-size` counts it. */
function measureMegabytes(folder: string) {
  const bytes = globSync(`${folder}/**/*`).reduce((sum, file) => sum + lstatSync(file).size, 0)
  return Math.round(bytes / 1_000_000)
}
