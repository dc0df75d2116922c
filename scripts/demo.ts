/** `npm run demo:signal` publishes an event as the real trigger would; `npm run demo:scan` has the sample engine asked, to the event. */
import { Command } from "commander"
import { parsed } from "./command-line"
import { publishDemo } from "./demo/publish-demo"
import { withDatabase } from "./with-database"

export async function run([what = "", ...args]: string[]) {
  const command = `npm run demo:${what}`
  const options = parsed<{ team?: string }>(commandLine(command, what), args)
  if (typeof options === "number") return options
  await withDatabase(command, args, () => publishDemo(what, options.team))
}

const commandLine = (command: string, what: string) =>
  new Command(`${command} --`)
    .exitOverride()
    .description(what === "scan" ? ofScan : "Publish one event, made from what is in the database.")
    .option("--team <slug>", "the team; default: the demo team, or the only one")
    .option("--data-dir <folder>", "that of npm start; default: .data, or SIGNALBOX_DATA_DIR")

const ofScan = "Run a scan of the sample team by the sample engine; of another team, publish its latest scan's event."
