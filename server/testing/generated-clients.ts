/**
 * Generates the two common TypeScript clients from docs/openapi.json, compiles a program that uses them, and runs it.
 */
import { execFile } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { promisify } from "node:util"
import { build } from "esbuild"

const run = promisify(execFile)
const folder = resolve(".build/generated-clients")

/** Loads TypeScript 5 for the generators, because TypeScript 7 has no programming interface any more. */
const hook = `import { registerHooks } from "node:module"
registerHooks({ resolve: (name, context, next) => next(name === "typescript" ? "typescript-5" : name, context) })`

export async function generateClients() {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/hook.mjs`, hook)
  const generate = (program: string, ...args: string[]) =>
    run(process.execPath, ["--import", `${folder}/hook.mjs`, resolve("node_modules", program), ...args])
  const source = "./docs/openapi.json"
  await generate("openapi-typescript/bin/cli.js", source, "--output", `${folder}/schema.d.ts`)
  const options = ["--input", source, "--output", `${folder}/hey-api`, "--no-log-file"]
  await generate("@hey-api/openapi-ts/dist/run.mjs", ...options)
}

/** Compiles and runs `program`. Fails on type errors. Returns what the program prints, as JSON. */
export async function compileAndRun(program: string, env: Record<string, string>): Promise<unknown> {
  writeFileSync(`${folder}/program.ts`, program)
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: "es2024", module: "esnext" },
    ...{ moduleResolution: "bundler", types: ["node"] },
  }
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, files: ["program.ts"] }))
  await run(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "-p", folder])
  const outfile = `${folder}/program.mjs`
  await build({ entryPoints: [`${folder}/program.ts`], bundle: true, format: "esm", platform: "node", outfile })
  const { stdout } = await run(process.execPath, [outfile], { env: { ...process.env, ...env } })
  return JSON.parse(stdout)
}
