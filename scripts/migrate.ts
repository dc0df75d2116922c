/** `npm run migrate -- create <name> | check | status`: changes to the database's structure, for those who write them. */
import { check, createMigration, deploy, status } from "@/prisma/migrate"
import { PlainFailure } from "./plain-failure"
import { startThrowAwayDatabase } from "./throw-away-database"

/** Works on DATABASE_URL when it is set, else on a new database that is thrown away. */
export async function run([command, name]: string[]) {
  const given = process.env["DATABASE_URL"]
  const throwAway = given ? null : await startThrowAwayDatabase()
  try {
    return await perform(command, name, given ?? throwAway?.url ?? "")
  } finally {
    await throwAway?.stop()
  }
}

async function perform(command: string | undefined, name: string | undefined, url: string) {
  if (command === "create" && name) return create(url, name)
  if (command === "check") return report(await check(url), "The schema, the migrations and the database agree.")
  if (command === "status") return report(await status(url), "Every migration is applied.")
  if (command === "deploy")
    return report(
      (await deploy(url)).map((done) => `applied ${done}`),
      "Nothing to apply.",
      0,
    )
  throw new PlainFailure("Usage: npm run migrate -- create <name> | deploy | status | check")
}

async function create(url: string, name: string) {
  const folder = await createMigration(url, name.replace(/\W+/g, "_"))
  console.log(folder ? `Wrote prisma/migrations/${folder}/migration.sql: read it before you commit it.` : "No change.")
}

function report(lines: string[], whenNone: string, exitCode = 1) {
  console.log(lines.length ? lines.join("\n") : whenNone)
  return lines.length ? exitCode : 0
}
