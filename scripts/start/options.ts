/** What can be said to `npm start` and `npm run dev`, on the command line and through the environment. */
import { parseArgs } from "node:util"
import { resolveDataDir } from "../data-dir"
import { freePort } from "../free-port"
import { PlainFailure } from "../plain-failure"

export type StartOptions = NonNullable<Awaited<ReturnType<typeof startOptions>>>

export async function startOptions(args: string[], { isDev }: { isDev: boolean }) {
  const { help, port, host, fresh, yes, ...values } = parse(args)
  if (help) return null
  return {
    isDev,
    port: portNumber(port ?? process.env["PORT"] ?? "3000") || (await freePort()),
    hostname: host ?? "127.0.0.1",
    dataDir: resolveDataDir(values["data-dir"]),
    isSeeded: !values["no-seed"],
    isFresh: fresh ?? false,
    isSureOfIt: yes ?? false,
  }
}

export const startHelp = `Usage: npm start -- [options]        (npm run dev: the same, with hot reload)

  --port <number>      where to listen (3000, or PORT; 0 picks a free one)
  --host <address>     the interface to listen on (127.0.0.1; 0.0.0.0 for every interface)
  --data-dir <folder>  database, keys and logs (.data, or SIGNALBOX_DATA_DIR)
  --no-seed            without the demo team
  --fresh              remove the database first (asks; --yes does not)

DATABASE_URL uses a Postgres of your own (14 or newer); .env.example lists every variable.`

function parse(args: string[]) {
  const [text, flag] = [{ type: "string" }, { type: "boolean" }] as const
  const options = { port: text, host: text, "data-dir": text, "no-seed": flag, fresh: flag, yes: flag, help: flag }
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new PlainFailure(`${error instanceof Error ? error.message : error}\n\n${startHelp}`)
  }
}

function portNumber(text: string) {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new PlainFailure(`--port wants a number from 0 to 65535, not "${text}".`)
}
