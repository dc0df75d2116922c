// What an image is made with and runs: `container.mjs build | start | migrate | secrets`. Unlike run.mjs it installs nothing.
const [command = "start", ...args] = process.argv.slice(2)

try {
  process.env.SIGNALBOX_BEGAN_AT ??= String(Math.round(performance.timeOrigin))
  process.setSourceMapsEnabled(true)
  if (command !== "build" && !process.env.DATABASE_URL) throw plainFailure("A container needs DATABASE_URL.")
  const { load } = await import("./bundle.ts")
  const { run } = await load(entryOf(command))
  const exitCode = await run(args)
  if (exitCode !== undefined) process.exit(exitCode)
} catch (error) {
  console.error(error?.name === "PlainFailure" ? error.message : error)
  process.exit(1)
}

function entryOf(name) {
  const entries = {
    build: "scripts/image.ts",
    start: "scripts/start.ts",
    migrate: "scripts/migrate.ts",
    secrets: "scripts/secrets.ts",
  }
  if (entries[name]) return entries[name]
  throw plainFailure(`There is no command "${name}": ${Object.keys(entries).join(", ")}.`)
}

function plainFailure(message) {
  return Object.assign(new Error(message), { name: "PlainFailure" })
}
