/** `npm run migrate -- create <name> | deploy | status | check`: writes, applies and checks database migrations. */
import { check, createEmptyMigration, createMigration, status } from "@/prisma/migrate"
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
    .option("--empty", "create a migration without statements, for a change of rows, such as a new AI engine")
    .action(async (name, { empty }) =>
      setExitCode(empty ? createEmpty(name) : await withAnyDatabase((url) => create(url, name))),
    )
  command("deploy", "deploy")
    .description("Apply the missing migrations. npm start does this too.")
    .action(async () => setExitCode(await withExistingDatabase(apply)))
  command("status", "status")
    .description("List the missing migrations. Exit code 1 if there are any.")
    .action(async () => setExitCode(await withExistingDatabase(showStatus)))
  command("check", "check")
    .description("Compare the schema, the migrations and the database. Exit code 1 if they differ.")
    .action(async () =>
      setExitCode(await withAnyDatabase(async (url) => report(await check(url), noDifferenceMessage))),
    )
  return program
}

const noDifferenceMessage = "The schema, the migrations and the database agree."
const noChangeMessage = "No migration is needed: the migrations match prisma/schema.prisma."
const describeApplied = (count: number) =>
  count === 0 ? "All migrations were already applied." : `${count} ${count === 1 ? "migration" : "migrations"} applied.`

/**
 * Works on MIGRATION_DATABASE_URL or DATABASE_URL. When neither is set, works on a temporary database and deletes it
 * afterwards.
 */
async function withAnyDatabase(work: (ownerUrl: string) => Promise<number>) {
  const database = await openExistingDatabase()
  if (database) return work(database.ownerUrl)
  const { startTemporaryDatabase } = await import("./temporary-database")
  const temporaryDatabase = await startTemporaryDatabase()
  return work(temporaryDatabase.url).finally(temporaryDatabase.stop)
}

/** Works on MIGRATION_DATABASE_URL or DATABASE_URL, and throws when neither is set. */
async function withExistingDatabase(work: (database: Addresses) => Promise<number>) {
  const database = await openExistingDatabase()
  if (database) return work(database)
  throw new UserError("Set DATABASE_URL to the database. The embedded database is migrated by npm start.")
}

/** Returns null when neither variable is set. */
async function openExistingDatabase() {
  readEnvFile()
  const ownerUrl = ownerUrlIn(process.env)
  return ownerUrl ? openExternal(process.env["DATABASE_URL"] || ownerUrl, ownerUrl) : null
}

async function apply(database: Addresses) {
  const applied = await migrateDatabase(database)
  console.log([...applied.map((name) => `Applied ${name}.`), describeApplied(applied.length)].join("\n"))
  return 0
}

const showStatus = async ({ ownerUrl }: Addresses) => report(await status(ownerUrl), "All migrations are applied.")

const folderName = (name: string) => name.replace(/\W+/g, "_")

function createEmpty(name: string) {
  const folder = createEmptyMigration(folderName(name))
  console.log(`Created prisma/migrations/${folder}/migration.sql. Add its statements.`)
  return 0
}

async function create(url: string, name: string) {
  const folder = await createMigration(url, folderName(name))
  console.log(
    folder ? `Created prisma/migrations/${folder}/migration.sql. Review it before you commit it.` : noChangeMessage,
  )
  return 0
}

function report(differences: string[], messageIfNone: string) {
  console.log(differences.length ? differences.join("\n") : messageIfNone)
  return differences.length ? 1 : 0
}
