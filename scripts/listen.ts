/**
 * `npm run listen`: polls the API for new events and prints or forwards them, for machines that webhooks cannot reach.
 */
import { InvalidArgumentError } from "commander"
import { resolveFromCaller } from "./caller-path"
import { commandLine, parseOptions } from "./command-line"
import { EventApi, newEvents } from "./listen/event-api"
import { Forwarder } from "./listen/forwarder"
import { isWrittenWith, readPosition, writePosition } from "./listen/position"
import { parseSecret } from "./receive/verifier"
import { readEnvFile } from "./start/environment"
import { UserError } from "./user-error"

type Options = {
  key?: string
  url: string
  after?: string
  all?: true
  state?: string
  every: number
  type?: string[]
  to?: string
  secret?: string
  skipAfter?: number
}

/**
 * Returns an exit code when the command line was wrong or asked for help. Otherwise listens until a signal stops it.
 */
export async function run(args: string[]): Promise<number | undefined> {
  readEnvFile()
  const options = parseOptions<Options>(program(), args)
  if (typeof options === "number") return options
  await listen(options)
}

function program() {
  return (
    commandLine("npm run listen", {
      description:
        "Print or forward a team's events as they happen. Polls the API, so this machine needs no public address.",
      examples: [
        "npm run listen -- --key sbx_...",
        "npm run listen -- --key sbx_... --type signal.created --to http://localhost:4000/ --secret whsec_...",
        "npm run listen -- --key sbx_... --state position.json    continues where it stopped",
      ],
    })
      // Commander reads a name that ends in "..." as a list of values, so these names do not.
      .option("--key <key>", "an API key with the scope events:read (default: SIGNALBOX_KEY)")
      .option("--url <url>", "the address of Signalbox", parseBaseUrl, "http://localhost:3000")
      .option("--state <file>", "store the last event in this file, and continue after it at the next start")
      .option("--after <event>", "start after the event with this ID")
      .option("--all", "start with the oldest stored event (default: only new events)")
      .option("--type <type>", "only events of this type, such as signal.created or scan.*; can be repeated", collect)
      .option("--every <seconds>", "seconds between requests", parseSeconds, 2)
      .option(
        "--to <url>",
        "send each event to this URL by POST, signed (default: print each as one line of JSON)",
        parseUrl,
      )
      .option(
        "--secret <secret>",
        "the signing secret of forwarded events (default: a new one, printed at the start)",
        parseSecretOption,
      )
      .option(
        "--skip-after <attempts>",
        "skip an event after this number of failed attempts (default: retry until it is accepted)",
        parseAttempts,
      )
  )
}

async function listen(options: Options) {
  const { key = process.env["SIGNALBOX_KEY"], url, every, state } = options
  if (!key)
    throw new UserError(
      "An API key is missing. Pass --key sbx_... or set SIGNALBOX_KEY. Create a key under Settings -> API.",
    )
  const api = new EventApi({ url, key, types: options.type ?? [], report })
  const file = state && resolveFromCaller(state)
  const after = await findStart(options, { file, key, api })
  if (file) writePosition(file, after, key) // so that the next start also delivers events from the time in between
  const forwarder = options.to ? new Forwarder({ ...options, to: options.to, report }) : null
  report(`Listening for events at ${url}, starting ${after ? `after ${after}` : "with the oldest event"}.`)
  process.stdout.on("error", () => process.exit()) // the reader of our output has exited
  for await (const event of newEvents(api, after, every)) {
    if (forwarder) await forwarder.forward(event)
    else process.stdout.write(`${JSON.stringify(event)}\n`)
    if (file) writePosition(file, event.id, key)
  }
}

type Source = { file: string | undefined; key: string; api: EventApi }

/** Returns the id of the event to start after, or null to start with the oldest event. */
async function findStart({ after, all }: Options, { file, key, api }: Source) {
  const position = file ? readPosition(file) : null // also checks the file when --after is given
  if (after) {
    await api.requireEvent(after)
    return after
  }
  if (!position) return all ? null : api.newestId()
  // With the key of another team, the command would print all stored events of that team.
  const isOfThisTeam = isWrittenWith(position, key) || (position.after !== null && (await api.hasEvent(position.after)))
  if (isOfThisTeam) return position.after
  throw new UserError(
    `${file} was written with another API key, and its last event is not one of this key's team. Check --key and --url, or choose another file with --state. If the key belongs to the same team, delete the file and start with --all.`,
  )
}

/** Prints a message to standard error. Standard output contains only events. */
const report = (line: string) => console.error(line)

const parseBaseUrl = (text: string) => parseUrl(text).replace(/\/$/, "")

function parseUrl(text: string) {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol)) return text
  throw new InvalidArgumentError("It must be a URL that starts with http:// or https://.")
}

const collect = (text: string, earlier: string[] = []) => [...earlier, text]

function parseSeconds(text: string) {
  const value = Number(text)
  if (value >= 0.2 && value <= 3_600) return value
  throw new InvalidArgumentError("It must be a number of seconds from 0.2 to 3600.")
}

function parseAttempts(text: string) {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError("It must be a whole number from 1 to 9999.")
}

function parseSecretOption(text: string) {
  if (parseSecret(text)) return text
  throw new InvalidArgumentError("A signing secret starts with whsec_, followed by base64.")
}
