/** Builds the pages if a source file has changed since the last build. */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { withLock } from "../lock-file"
import { UserError } from "../user-error"

/** Returns true when it built, false when the build was up to date. */
export async function buildIfStale({ signal }: { signal?: AbortSignal } = {}) {
  if (isBuilt()) return false
  return withLock("node_modules/.signalbox-build.lock", async () => {
    if (isBuilt()) return false // another process has built it meanwhile
    const hash = hashSources()
    // An interrupted build leaves neither the old nor the new pages, so the old hash must not stay.
    rmSync(stampFile, { force: true })
    await runNextBuild(signal)
    writeFileSync(stampFile, hash)
    return true
  })
}

const stampFile = ".next/SOURCE_HASH"

function isBuilt() {
  return existsSync(".next/BUILD_ID") && existsSync(stampFile) && readFileSync(stampFile, "utf8") === hashSources()
}

async function runNextBuild(signal: AbortSignal | undefined) {
  const env = { ...process.env, NODE_ENV: "production" as const }
  const next = spawn(process.execPath, ["node_modules/next/dist/bin/next", "build"], { env })
  const stop = () => next.kill()
  signal?.addEventListener("abort", stop)
  let output = ""
  for (const stream of [next.stdout, next.stderr]) stream.on("data", (chunk) => (output += chunk))
  // Waits for the process to end, even after a stop, because two builds in the same folder would corrupt each other.
  const code = await new Promise((ended, failed) => next.once("error", failed).once("close", ended))
  signal?.removeEventListener("abort", stop)
  signal?.throwIfAborted()
  if (code !== 0)
    throw new UserError(
      `${output.trim()}\nThe pages could not be built, because next build failed. Its output is above.`,
    )
}

/** Hashes the Node version and every file that can affect the build. */
function hashSources() {
  const hash = createHash("sha256").update(process.version)
  for (const file of listSources(".")) hash.update(file).update("\0").update(readFileSync(file))
  return hash.digest("hex")
}

/** Paths from the root that do not affect the build. Folders with the same name elsewhere, such as app/docs, do. */
const excluded = new Set([
  "node_modules",
  "docs",
  "e2e",
  "scripts",
  "prisma/generated",
  "prisma/migrations",
  "next-env.d.ts",
  "playwright.config.ts",
  "vitest.config.ts",
  // scripts/image.ts writes it from next.config.ts.
  "next.config.mjs",
  // A failed browser test writes these. If they counted, the next server would build again while another one runs.
  "test-results",
  "playwright-report",
])

/** The files that `hashSources` reads. */
export function listSources(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    if (entry.name.startsWith(".") || excluded.has(join(folder, entry.name))) return []
    if (entry.isDirectory()) return listSources(join(folder, entry.name))
    return /\.test\.tsx?$|\.md$|\.tsbuildinfo$/.test(entry.name) ? [] : [join(folder, entry.name)]
  })
}
