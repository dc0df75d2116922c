/**
 * `npm run receive`: a webhook receiver for local trials. It verifies and prints events, and fails or delays on demand.
 */
import { once } from "node:events"
import { type AddressInfo, isIPv6 } from "node:net"
import { createInterface } from "node:readline"
import { styleText } from "node:util"
import { InvalidArgumentError, Option } from "commander"
import { commandLine, parseOptions } from "./command-line"
import { describeEvent } from "./receive/describe-event"
import { createReceiver, type Received } from "./receive/receiver"
import { parseSecret, Verifier } from "./receive/verifier"
import { readEnvFile } from "./start/environment"
import { UserError } from "./user-error"

type Options = { port: number; host: string; secret: string[]; status: number; delay: number; verbose?: true }

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
  return commandLine("npm run receive", {
    description: "Receive webhooks from Signalbox on this machine, verify them and print them.",
    examples: [
      "npm run receive",
      "npm run receive -- --secret whsec_... --verbose",
      "npm run receive -- --status 500 --delay 2000    to test retries",
    ],
  })
    .option("--port <number>", "the port; 0 picks a free one", parseWholeNumber(65_535), 4_000)
    .option("--host <address>", "the interface", "127.0.0.1")
    .addOption(
      new Option("--secret <secret>", "the webhook's signing secret; repeat it for both secrets of a rotation")
        .argParser(collectSecret)
        .default(secretsInEnvironment(), "SIGNALBOX_WEBHOOK_SECRET"), // the second argument is what --help prints
    )
    .option("--status <number>", "the response status, to test failures", parseStatus, 204)
    .option("--delay <ms>", "wait before each response, to test slow receivers", parseWholeNumber(600_000), 0)
    .option("--verbose", "print the body of every event")
}

async function listen({ port, host, secret: secrets, verbose, status, delay }: Options) {
  if (!secrets.every(parseSecret))
    throw new UserError(
      "SIGNALBOX_WEBHOOK_SECRET has a value that is not a signing secret. A secret starts with whsec_, followed by base64.",
    )
  const verifier = new Verifier(secrets)
  const printEvent = (received: Received) => console.log(describeEvent(received, { isVerbose: verbose ?? false }))
  const server = createReceiver({ verifier, status, delayMs: delay, onEvent: printEvent })
  server.listen(port, host)
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    const problem = `Cannot listen on ${host}:${port}`
    if (error.code === "EADDRNOTAVAIL")
      throw new UserError(`${problem}: this machine does not have the address. Choose another address with --host.`)
    const reason = error.code === "EADDRINUSE" ? "the port is in use" : error.message
    throw new UserError(`${problem}: ${reason}. Choose another port with --port.`)
  })
  console.log(startMessage(`http://${displayHost(host)}:${(server.address() as AddressInfo).port}/`, verifier))
  readSecrets(verifier)
}

/** The interface as the host of a URL that works on this machine. */
function displayHost(host: string) {
  if (["127.0.0.1", "0.0.0.0", "::"].includes(host)) return "localhost"
  return isIPv6(host) ? `[${host}]` : host
}

const startMessage = (url: string, { isEmpty }: Verifier) =>
  [
    `Listening. Register this URL in Signalbox under Settings -> API -> Webhooks:  ${styleText("bold", url)}`,
    ...(isEmpty
      ? [
          `${styleText("yellow", "NOT VERIFYING:")} no signing secret is set, so every event is accepted, no matter who sends it.`,
          "Signalbox shows the secret once, when you add the webhook or rotate its secret.",
          process.stdin.isTTY
            ? "Paste it here and press Enter. No restart is needed."
            : "Write it to this program's standard input, or start with --secret or SIGNALBOX_WEBHOOK_SECRET.",
        ]
      : []),
    "",
  ].join("\n")

/**
 * Reads signing secrets from standard input, one per line, because the webhook and its secret are often added after the
 * start.
 */
function readSecrets(verifier: Verifier) {
  createInterface({ input: process.stdin }).on("line", (line) => {
    if (!line.trim()) return
    const isAdded = verifier.add(line)
    console.log(
      isAdded
        ? "Events are verified with this secret from now on."
        : "That is not a signing secret. A secret starts with whsec_ and is shown when you add the webhook or rotate its secret.",
    )
  })
}

const secretsInEnvironment = () => (process.env["SIGNALBOX_WEBHOOK_SECRET"] ?? "").split(/[\s,]+/).filter(Boolean)

function collectSecret(text: string, earlierSecrets: string[]) {
  if (parseSecret(text)) return [...earlierSecrets, text]
  throw new InvalidArgumentError("A signing secret starts with whsec_, followed by base64.")
}

const parseWholeNumber = (max: number) => (text: string) => {
  const value = Number(text)
  if (/^\d+$/.test(text) && value <= max) return value
  throw new InvalidArgumentError(`It must be a whole number from 0 to ${max}.`)
}

function parseStatus(text: string) {
  const value = parseWholeNumber(599)(text)
  if (value >= 200) return value
  throw new InvalidArgumentError("It must be a status from 200 to 599.")
}
