/** `npm run migrate -- create <name> | deploy | status | check`: writes, applies and checks database migrations. */
import { check, createMigration, status } from "@/prisma/migrate"
import { commandLine, examplesText, runSubcommand } from "./command-line"
import { type Addresses, migrateDatabase, ownerUrlIn } from "./migrate-database"
import { openExternal } from "./start/database"
import { readEnvFile } from "./start/environment"
import { UserError } from "./user-error"

/** Returns the exit code: 1 when `status` or `check` found a difference, 2 when the command line was wrong. */
export const run = (args: string[]) => runSubcommand(commands, args)

function commands(setExitCode: (exitCode: number) => void) {
  const program = commandLine("npm run migrate", {
    description:
      "Create, apply and check migrations. Without DATABASE_URL, create and check work on a new temporary database.",
    examples: ["npm run migrate -- create add_client_notes", "DATABASE_URL=postgresql://... npm run migrate -- status"],
  })
  const command = (usage: string, example: string) =>
    program.command(usage).addHelpText("after", examplesText([`npm run migrate -- ${example}`]))
  command("create <name>", "create add_client_notes")
    .description("Create the migration that brings the database to prisma/schema.prisma.")
    .action(async (name) => setExitCode(await onDatabase((url) => create(url, name))))
  command("deploy", "deploy")
    .description("Apply the missing migrations. npm start does this too.")
    .action(async () => setExitCode(await onGivenDatabase(apply)))
  command("status", "status")
    .description("List the missing migrations. Exit code 1 if there are any.")
    .action(async () => setExitCode(await onGivenDatabase(showStatus)))
  command("check", "check")
    .description("Compare the schema, the migrations and the database. Exit code 1 if they differ.")
    .action(async () => setExitCode(await onDatabase(async (url) => report(await check(url), allAgree))))
  return program
}

const allAgree = "The schema, the migrations and the database agree."
const noChange = "No migration is needed: the migrations match prisma/schema.prisma."
const appliedMessage = (count: number) =>
  count === 0 ? "All migrations were already applied." : `${count} ${count === 1 ? "migration" : "migrations"} applied.`

/**
 * Works on MIGRATION_DATABASE_URL or DATABASE_URL. When neither is set, works on a temporary database and deletes it
 * afterwards.
 */
async function onDatabase(work: (ownerUrl: string) => Promise<number>) {
  const database = await openGiven()
  if (database) return work(database.ownerUrl)
  const { startTemporaryDatabase } = await import("./temporary-database")
  const temporaryDatabase = await startTemporaryDatabase()
  return work(temporaryDatabase.url).finally(temporaryDatabase.stop)
}

/** Works on MIGRATION_DATABASE_URL or DATABASE_URL, and throws when neither is set. */
async function onGivenDatabase(work: (database: Addresses) => Promise<number>) {
  const database = await openGiven()
  if (database) return work(database)
  throw new UserError("Set DATABASE_URL to the database. The embedded database is migrated by npm start.")
}

async function openGiven() {
  readEnvFile()
  const ownerUrl = ownerUrlIn(process.env)
  return ownerUrl ? openExternal(process.env["DATABASE_URL"] || ownerUrl, ownerUrl) : null
}

async function apply(database: Addresses) {
  const applied = await migrateDatabase(database)
  console.log([...applied.map((name) => `Applied ${name}.`), appliedMessage(applied.length)].join("\n"))
  return 0
}

const showStatus = async ({ ownerUrl }: Addresses) => report(await status(ownerUrl), "All migrations are applied.")

async function create(url: string, name: string) {
  const folder = await createMigration(url, name.replace(/\W+/g, "_"))
  console.log(folder ? `Created prisma/migrations/${folder}/migration.sql. Review it before you commit it.` : noChange)
  return 0
}

function report(differences: string[], whenNone: string) {
  console.log(differences.length ? differences.join("\n") : whenNone)
  return differences.length ? 1 : 0
}
