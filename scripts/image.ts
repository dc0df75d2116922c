/** Makes what an image holds: Prisma's client, the built pages, and with `--into` a folder of exactly what production needs. */
import { cpSync, globSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { transform } from "esbuild"
import { commandLine, parsed } from "./command-line"
import { generateClient } from "./generated-client"
import { neededPackages } from "./image/needed-packages"
import { PlainFailure } from "./plain-failure"
import { buildIfStale, sources } from "./start/build"

type Options = { into?: string }

/** Returns an exit code when the command line was wrong or asked for help. */
export async function run(args: string[]) {
  const options = parsed<Options>(program(), args)
  if (typeof options === "number") return options
  await generateClient()
  await buildIfStale()
  if (options.into) await writeImage(resolve(options.into))
}

const program = () =>
  commandLine("node scripts/container.mjs build", {
    description: "Generate Prisma's client and build the pages. The packages must be installed.",
    examples: ["npm ci --include=dev && node scripts/container.mjs build --into /tmp/image"],
  }).option("--into <folder>", "also copy what production needs into this new folder, which then runs by itself")

async function writeImage(folder: string) {
  try {
    mkdirSync(folder)
  } catch (error) {
    throw new PlainFailure(`Cannot create ${folder}, which must not exist yet: ${(error as Error).message}`)
  }
  const packages = await neededPackages()
  const code = [...sources("."), ...globSync("scripts/**/*.{ts,mjs}").filter((file) => !file.endsWith(".test.ts"))]
  for (const path of [...code, ...others, ...packages]) copy(path, folder)
  await compileNextConfig(folder)
  // In the image these belong to the user who runs it, as all that is copied does.
  for (const written of [".data", ".build"]) mkdirSync(`${folder}/${written}`)
  console.log(
    `${folder}: ${megabytes(folder)} MB, of which ${packages.length} packages ${megabytes(`${folder}/node_modules`)} MB`,
  )
}

/** Next reads this file in place of next.config.ts, for which it would need its compiler. */
async function compileNextConfig(folder: string) {
  const { code } = await transform(readFileSync("next.config.ts", "utf8"), { loader: "ts", format: "esm" })
  writeFileSync(`${folder}/next.config.mjs`, code)
}

/** Built, generated or read as files. The cache of the build and the traces of its imports are not needed any more. */
const others = [".next", "prisma/generated", "prisma/migrations"]
const notCopied = /^\.next\/(cache|dev|trace.*)$|\.nft\.json$|(^|\/)\.bin$/
/** Files of packages that only people and compilers read: a third of their size. */
const notRun = /\.map$|\.d\.[cm]?ts$|\.md$/

/** A package brings no packages of its own here: those that are needed are in the list by themselves. */
const copy = (path: string, folder: string) =>
  cpSync(path, `${folder}/${path}`, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) =>
      !notCopied.test(from) &&
      !(path.startsWith("node_modules/") && (notRun.test(from) || from.endsWith("/node_modules"))),
  })

/** Of the files' contents, as `du --apparent-size` counts them. */
function megabytes(folder: string) {
  const bytes = globSync(`${folder}/**/*`).reduce((sum, file) => sum + lstatSync(file).size, 0)
  return Math.round(bytes / 1_000_000)
}
