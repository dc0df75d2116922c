/** Reads the options of `npm start` and `npm run dev` from the command line and the environment. */
import { parseArgs } from "node:util"
import { resolveDataDir } from "../data-dir"
import { freePort } from "../free-port"
import { UserError } from "../user-error"

export type StartOptions = NonNullable<Awaited<ReturnType<typeof readStartOptions>>>

/** Returns null when the command line asks for help. */
export async function readStartOptions(args: string[], { isDev }: { isDev: boolean }) {
  const { help, port, host, fresh, yes, ...values } = parse(args)
  if (help) return null
  return {
    isDev,
    port: parsePort(port ?? (process.env["PORT"] || "3000")) || (await freePort()),
    hostname: host ?? "127.0.0.1",
    dataDir: resolveDataDir(values["data-dir"]),
    isSeeded: !values["no-seed"],
    isFresh: fresh ?? false,
    isConfirmed: yes ?? false,
  }
}

/** `command` is "npm start" or "npm run dev". */
export const startHelp = (command: string) => `Usage: ${command} -- [options]

${command === "npm start" ? startSummary : devSummary}

Options:
  --port <number>      the port (default: 3000, or PORT; 0 picks a free one)
  --host <address>     the interface (default: 127.0.0.1; 0.0.0.0 is every interface)
  --data-dir <folder>  the folder of the database, keys and logs (default: .data, or SIGNALBOX_DATA_DIR)
  --no-seed            do not create the demo team
  --fresh              delete the embedded database first, after a confirmation
  --yes                with --fresh: do not ask for confirmation
  -h, --help           print this help and exit

Examples:
  ${command}
  ${command} -- --port 4000 --data-dir /var/lib/signalbox
  DATABASE_URL=postgresql://user:password@host:5432/name ${command}

DATABASE_URL selects your own Postgres, version 14 or newer. On a server that others can reach, also set
NODE_ENV=production. .env.example lists every variable.`

const startSummary = `Start Signalbox: install the packages, open the database, apply migrations, build the pages and serve them.
Stop it with Ctrl-C. All data is saved.`
const devSummary =
  "Start Signalbox for development: like npm start, but pages are compiled on demand and reload when you edit them."

function parse(args: string[]) {
  const text = { type: "string" } as const
  const flag = { type: "boolean" } as const
  const help = { ...flag, short: "h" }
  const options = { port: text, host: text, "data-dir": text, "no-seed": flag, fresh: flag, yes: flag, help }
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : error}\nList the options with: npm start -- --help`)
  }
}

function parsePort(text: string) {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new UserError(`The port must be a number from 0 to 65535, not "${text}".`)
}
