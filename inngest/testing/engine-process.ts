/**
 * A process with an embedded engine that tests can kill: `engine-process <app id> <journal file>`. It receives events
 * as IPC messages.
 */
import { appendFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { localEngine } from "./local-engine"

const [appId = "", journalFile = ""] = process.argv.slice(2)
const engine = localEngine(appId)
const note = (subject: string, what: string) => appendFileSync(journalFile, `${subject} ${what}\n`)

const threeSteps = engine.client.createFunction(
  { id: "three-steps", triggers: [{ event: "suite/three-steps" }] },
  async ({ event, step }) => {
    const { subject, stepMs } = event.data as { subject: string; stepMs: number }
    note(`who-${subject}`, String(process.pid))
    for (const name of ["one", "two", "three"])
      await step.run(name, async () => {
        note(subject, `${name} begins`)
        await sleep(stepMs)
        note(subject, `${name} ends`)
      })
    await step.run("end", () => note(subject, "end"))
  },
)

process.on("message", (events: { name: string; data: unknown }[]) => void engine.client.send(events))
await engine.open([threeSteps])
process.send?.("ready")
