/**
 * Prints the last message of a start: the address, the demo login, an example request, the data folder and how to stop.
 */
import { styleText } from "node:util"
import type { DemoFile } from "./demo-file"
import { secondsSinceCommand } from "./progress"

type Ready = {
  baseUrl: string
  dataDir: string
  demo: DemoFile | null
  isKeyRevoked: boolean
  isTrialWithDatabase: boolean
}

export function printWelcome({ baseUrl, dataDir, demo, isKeyRevoked, isTrialWithDatabase }: Ready) {
  const lines = [
    ["Open", styleText("bold", baseUrl)],
    demo && ["Sign in", `${demo.email} with the password ${demo.password}`],
    demo && [
      "Try",
      isKeyRevoked ? revokedKeyAdvice : `curl -H "Authorization: Bearer ${demo.api_key}" ${baseUrl}/api/v1/clients`,
    ],
    process.env["WEBHOOK_ALLOW_LOOPBACK"] === "1" && [
      "Webhooks",
      "can be sent to this machine (npm run receive), because WEBHOOK_ALLOW_LOOPBACK is 1",
    ],
    ["MCP", `${baseUrl}/mcp is the connector URL for assistants (docs/mcp.md)`],
    ["Data", dataDir],
    isTrialWithDatabase && ["Settings", trialAdvice],
    ["Stop", "Ctrl-C"],
  ].filter((line) => Array.isArray(line))
  console.log(`\nSignalbox is ready after ${secondsSinceCommand()} s.\n`)
  for (const [name = "", text] of lines) console.log(`  ${name.padEnd(8)} ${text}`)
  console.log()
}

const trialAdvice = "those of a trial. Set NODE_ENV=production on a server that others can reach (docs/operating.md)"
const revokedKeyAdvice = "the API with a new key, because the demo key was revoked. Create one under Settings -> API"
