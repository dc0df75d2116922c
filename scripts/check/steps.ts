/**
 * Defines the steps of `npm run check` by name. Each returns a description of the problem, or null. None depends on
 * another.
 */
import { existsSync, readFileSync } from "node:fs"
import { check } from "@/prisma/migrate"
import { load } from "../bundle"
import { startTemporaryDatabase } from "../temporary-database"
import { headersAndImports } from "./headers-and-imports"
import { superlinearPatterns } from "./linear-patterns"
import { runTool } from "./tool"
import { unmarkedMigrations } from "./unmarked-migrations"

export const steps: Record<string, () => Promise<string | null>> = {
  types,
  patterns: superlinearPatterns,
  format: () => problemOfTool("biome", "check", "--error-on-warnings"),
  boundaries,
  headers: headersAndImports,
  unused: () => problemOfTool("knip", "--no-progress"),
  generated: checkGenerated,
  migrations,
}

async function problemOfTool(tool: string, ...args: string[]) {
  const { succeeded, output } = await runTool(tool, args)
  return succeeded ? null : output
}

async function types() {
  // Generates Next's type declarations (pages, images, style sheets), which are not in the repository.
  // Each checker resolves the types that it shares with others again: four (the default) take 65% more CPU than two.
  return (await problemOfTool("next", "typegen")) ?? problemOfTool("tsc", "--noEmit", "--checkers", "2")
}

async function boundaries() {
  const folders = ["app", "components", "domain", "server", "inngest", "prisma", "scripts", "e2e"]
  const { succeeded, output } = await runTool(
    "depcruise",
    folders.filter((folder) => existsSync(folder)),
  )
  // Without a TypeScript parser dependency-cruiser checks almost nothing and still succeeds. It then prints a warning.
  return succeeded && !output.includes("-transpiler") ? null : output
}

/** Disables Redocly's telemetry and its check for newer versions. */
const quietRedocly = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }

async function checkGenerated() {
  const { path, text } = await load<{ path: string; text(): string }>("scripts/openapi.ts")
  const isFresh = existsSync(path) && readFileSync(path, "utf8") === text()
  if (!isFresh) return `${path} does not match the code. Run: npm run openapi`
  const { succeeded, output } = await runTool("redocly", ["lint", path], { env: quietRedocly })
  return succeeded && !/You have \d+ warning/.test(output) ? null : output
}

async function migrations() {
  const unmarked = unmarkedMigrations()
  if (unmarked.length > 0) return unmarked.join("\n")
  const database = await startTemporaryDatabase()
  try {
    return (await check(database.url)).join("\n") || null
  } finally {
    await database.stop()
  }
}
