/** `npm run demo:signal`, `npm run demo:scan`: publish an event in the installation's database, as the real trigger would. */
import { Command } from "commander"
import { parsed } from "./command-line"
import { publishDemo } from "./demo/publish-demo"
import { withDatabase } from "./with-database"

export async function run([what = "", ...args]: string[]) {
  const command = `npm run demo:${what}`
  const options = parsed<{ team?: string }>(commandLine(command), args)
  if (typeof options === "number") return options
  await withDatabase(command, args, () => publishDemo(what, options.team))
}

const commandLine = (command: string) =>
  new Command(`${command} --`)
    .exitOverride()
    .description("Publish one event, made from what is in the database.")
    .option("--team <slug>", "the team; default: the demo team, or the only one")
    .option("--data-dir <folder>", "that of npm start; default: .data, or SIGNALBOX_DATA_DIR")
