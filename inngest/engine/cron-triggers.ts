/** Cron triggers. Every process runs the timers, and the event id makes each tick count once per database. */
import { Cron } from "croner"
import { log } from "@/domain/kernel/log"
import type { EngineFunction } from "./functions"
import type { SentEvent } from "./store-events"

/** `start` starts a function with an event. Returns a function that stops all timers. */
export function startCronTriggers(
  functions: EngineFunction[],
  start: (id: string, event: SentEvent) => Promise<unknown>,
) {
  const stops = functions.flatMap(({ id, crons }) => crons.map((cron) => startCronTrigger(id, cron, start)))
  return () => {
    for (const stop of stops) stop()
  }
}

function startCronTrigger(id: string, cron: string, start: (id: string, event: SentEvent) => Promise<unknown>) {
  const schedule = new Cron(cron, { timezone: "UTC", paused: true })
  let timer: NodeJS.Timeout | undefined
  const wait = (after: Date) => {
    const tick = schedule.nextRun(after)
    if (!tick) return
    timer = setTimeout(
      () => {
        if (Date.now() < tick.getTime()) return wait(after) // long waits are split (maxTimerMs), and the system clock may be set back
        wait(tick)
        start(id, tickEvent(id, cron, tick)).catch((err) =>
          log.warn({ err, function_id: id }, "could not start a scheduled run"),
        )
      },
      Math.max(0, Math.min(tick.getTime() - Date.now(), maxTimerMs)),
    )
    timer.unref()
  }
  wait(new Date())
  return () => clearTimeout(timer)
}

const maxTimerMs = 3_600_000

/** The event of one tick. All processes create the same id for it, so it is stored once. */
const tickEvent = (id: string, cron: string, tick: Date): SentEvent => ({
  id: `tick:${id}:${cron}:${tick.toISOString()}`,
  name: "inngest/scheduled.timer",
  data: { cron },
  ts: tick.getTime(),
})
