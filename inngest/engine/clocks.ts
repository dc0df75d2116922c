/** Cron triggers: every process has the clocks, and each tick counts once on a database, whoever is first. */
import { Cron } from "croner"
import { log } from "@/domain/log"
import type { SentEvent } from "./accept"
import type { EngineFunction } from "./functions"

/** `start` starts a function with an event. Returns how to stop the clocks. */
export function startClocks(functions: EngineFunction[], start: (id: string, event: SentEvent) => Promise<unknown>) {
  const stops = functions.flatMap(({ id, crons }) => crons.map((cron) => startClock(id, cron, start)))
  return () => {
    for (const stop of stops) stop()
  }
}

function startClock(id: string, cron: string, start: (id: string, event: SentEvent) => Promise<unknown>) {
  const clock = new Cron(cron, { timezone: "UTC", paused: true })
  let timer: NodeJS.Timeout | undefined
  const wait = (after: Date) => {
    const tick = clock.nextRun(after)
    if (!tick) return
    timer = setTimeout(
      () => {
        if (Date.now() < tick.getTime()) return wait(after) // a long wait is cut in pieces, and a clock may be set back
        wait(tick)
        start(id, tickOf(id, cron, tick)).catch((err) => log.warn({ err, function_id: id }, "a tick was missed"))
      },
      Math.max(0, Math.min(tick.getTime() - Date.now(), LONGEST_TIMER_MS)),
    )
    timer.unref()
  }
  wait(new Date())
  return () => clearTimeout(timer)
}

const LONGEST_TIMER_MS = 3_600_000

/** The id makes it one event, however many processes hear the clock strike. */
const tickOf = (id: string, cron: string, tick: Date): SentEvent => ({
  id: `tick:${id}:${cron}:${tick.toISOString()}`,
  name: "inngest/scheduled.timer",
  data: { cron },
  ts: tick.getTime(),
})
