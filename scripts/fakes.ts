/** `npm run fakes`: servers on this machine that respond like the platforms of data sources, with invented data. */
import { InvalidArgumentError } from "commander"
import { connectedProviders } from "@/domain/data-sources/connectors/connector"
import { startFakes } from "@/domain/data-sources/testing/fakes/index"
import { providerLabels } from "@/domain/metrics/provider"
import { commandLine, parseOptions } from "./command-line"
import { UserError } from "./user-error"

type Options = { port: number }

/**
 * Returns an exit code when the command line was wrong or asked for help. Otherwise listens until a signal stops it.
 */
export async function run(args: string[]): Promise<number | undefined> {
  const options = parseOptions<Options>(program(), args)
  if (typeof options === "number") return options
  const { env } = await startFakes(options.port).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      `Cannot listen on ${connectedProviders.length} ports from ${options.port}: ${error.message}. Choose another first port with --port.`,
    )
  })
  const lines = Object.entries(env).map(([name, value]) => `${name}='${value}'`)
  console.log(
    [
      "The fakes are listening. Add these lines to .env, start Signalbox, and connect a data source under Sources.",
      "Every token is accepted. On the consent page, choose Allow.",
      "",
      ...lines,
      "",
    ].join("\n"),
  )
}

const platformNames = new Intl.ListFormat("en").format(connectedProviders.map((provider) => providerLabels[provider]))

const program = () =>
  commandLine("npm run fakes", {
    description: `Start fakes of ${platformNames} on this machine, to try data sources without an account.`,
    examples: ["npm run fakes", "npm run fakes -- --port 5100"],
  }).option("--port <number>", `the first of ${connectedProviders.length} ports`, parsePort, 4_101)

const maxFirstPort = 65_536 - connectedProviders.length

function parsePort(text: string) {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= maxFirstPort) return value
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxFirstPort}.`)
}
