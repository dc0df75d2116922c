/** Creates the deadlines of background work. When the process shuts down, all of them pass immediately. */
import { Deadline } from "@/domain/kernel/deadline"
import { processWide } from "@/domain/kernel/process-wide"

const shutdown = processWide("background-shutdown", () => ({ controller: new AbortController() }))

/** After this deadline, the work must start nothing new. */
export const roundDeadline = (maxMs: number) => new Deadline(maxMs, shutdown.controller.signal)

/** Makes all deadlines pass. Called during shutdown. Deadlines created later are not affected. */
export function expireDeadlines() {
  shutdown.controller.abort()
  shutdown.controller = new AbortController()
}
