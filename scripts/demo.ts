/**
 * `npm run demo:signal` publishes a `signal.created` event. `npm run demo:scan` runs a scan with the sample engine and publishes its
 * `scan.completed` event.
 */
import { commandLine, parsed } from "./command-line"
import { publishDemo } from "./demo/publish-demo"
import { withDatabase } from "./with-database"

export async function run([what = "", ...args]: string[]) {
  const command = `npm run demo:${what}`
  const options = parsed<{ team?: string }>(program(command, what), args)
  if (typeof options === "number") return options
  await withDatabase(command, args, () => publishDemo(what, options.team))
}

const program = (command: string, what: string) =>
  commandLine(command, {
    description: what === "scan" ? ofScan : "Publish one signal.created event, made from the team's own data.",
    examples: [command, `${command} -- --team my-agency`],
  })
    .option("--team <slug>", "the team; default: the demo team, or the only one")
    .option("--data-dir <folder>", "that of npm start; default: .data, or SIGNALBOX_DATA_DIR")

const ofScan = "Run a scan of the sample team by the sample engine; of another team, publish its latest scan's event."
