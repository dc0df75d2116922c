// Entry point of the container image, which also builds it: `container.mjs build | start | migrate | secrets | admin`.
// Unlike run.mjs it installs no packages.
import { exitAfterOutput, explainFullDisk, userError } from "./bootstrap.mjs"

const help = `Usage: node scripts/container.mjs <command> [options]

Commands:
  start [options]  start the server; start --help lists the options. Needs DATABASE_URL and the secrets of .env.example
  migrate deploy   apply the missing migrations to the database of DATABASE_URL
  secrets status   compare the secrets with those of the database, and show what each encryption key encrypts
  secrets accept   record the current secrets of the environment in the database (docs/self-hosting.md)
  admin <command>  manage teams, operators, webhooks and scans; admin --help lists the commands
  build            build the pages, for use while the image is built

Options:
  -h, --help       print this help and exit

Example:
  docker run --env-file .env -p 3000:3000 signalbox start --host 0.0.0.0 --port 3000`

const [command = "start", ...args] = process.argv.slice(2)

try {
  process.env.SIGNALBOX_STARTED_AT ??= String(Math.round(performance.timeOrigin))
  process.setSourceMapsEnabled(true)
  if (command === "--help" || command === "-h") {
    console.log(help)
    process.exit(0)
  }
  const entry = entryOf(command)
  const isHelp = args.includes("--help") || args.includes("-h")
  if (command !== "build" && !isHelp && !process.env.DATABASE_URL)
    throw userError("DATABASE_URL is not set. A container needs the address of a Postgres database.")
  const { load } = await import("./bundle.ts")
  const { run } = await load(entry)
  const exitCode = await run(args)
  if (exitCode !== undefined) await exitAfterOutput(exitCode)
} catch (error) {
  console.error(error?.name === "UserError" ? error.message : (explainFullDisk(error) ?? error))
  process.exit(1)
}

function entryOf(name) {
  const entries = {
    build: "scripts/image.ts",
    start: "scripts/start.ts",
    migrate: "scripts/migrate.ts",
    secrets: "scripts/secrets.ts",
    admin: "scripts/admin.ts",
  }
  if (entries[name]) return entries[name]
  throw userError(`There is no command "${name}". Commands: ${Object.keys(entries).join(", ")}.`)
}
