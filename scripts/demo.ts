/**
 * `npm run demo:signal` publishes a `signal.created` event. `npm run demo:scan` runs a scan with sample engines and
 * publishes its `scan.completed` event.
 */
import { commandLine, dataDirOption, parseOptions } from "./command-line"
import { publishDemo } from "./demo/publish-demo"
import { withDatabase } from "./with-database"

export async function run([name = "", ...args]: string[]) {
  const command = `npm run demo:${name}`
  const options = parseOptions<{ team?: string }>(program(command, name), args)
  if (typeof options === "number") return options
  await withDatabase(command, args, () => publishDemo(name, options.team))
}

const program = (command: string, name: string) =>
  commandLine(command, {
    description: name === "scan" ? scanDescription : "Publish a signal.created event, built from the team's metrics.",
    examples: [command, `${command} -- --team my-agency`],
  })
    .option("--team <slug>", "the team (default: the demo team, or the only team)")
    .addOption(dataDirOption())

const scanDescription =
  "Run a scan of the demo team with sample engines. For another team, publish the event of its latest scan."
