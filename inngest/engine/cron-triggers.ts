/**
 * Starts functions by their cron triggers. Every process runs the timers, and the event id makes each tick count once
 * per database.
 */
import { Cron } from "croner"
import { log } from "@/domain/kernel/log"
import type { EngineFunction } from "./functions"
import type { SentEvent } from "./store-events"

/** Starts the function with an event. */
type StartFunction = (functionId: string, event: SentEvent) => Promise<unknown>

/** Returns a function that stops all timers. */
export function startCronTriggers(functions: EngineFunction[], start: StartFunction) {
  const stops = functions.flatMap(({ id, crons }) => crons.map((cron) => startCronTrigger(id, cron, start)))
  return () => {
    for (const stop of stops) stop()
  }
}

function startCronTrigger(functionId: string, cron: string, start: StartFunction) {
  const schedule = new Cron(cron, { timezone: "UTC", paused: true })
  let timer: NodeJS.Timeout | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let latestTick: Date | undefined
  /** If the run cannot be stored, tries again until the next tick. The event id makes a repeat harmless. */
  const startRun = (tick: Date) => {
    start(functionId, tickEvent(functionId, cron, tick)).catch((err) => {
      log.warn({ err, function_id: functionId }, "could not start a scheduled run; trying again in 5 s")
      if (tick === latestTick) retryTimer = setTimeout(startRun, retryMs, tick).unref()
    })
  }
  const scheduleTickAfter = (earlier: Date) => {
    const tick = schedule.nextRun(earlier)
    if (!tick) return
    const onTimer = () => {
      // The tick is still to come if its wait was split (maxTimerMs), or if the system clock was set back.
      if (Date.now() < tick.getTime()) return scheduleTickAfter(earlier)
      scheduleTickAfter(tick)
      clearTimeout(retryTimer)
      latestTick = tick
      startRun(tick)
    }
    const waitMs = Math.max(0, tick.getTime() - Date.now())
    timer = setTimeout(onTimer, Math.min(waitMs, maxTimerMs)).unref()
  }
  scheduleTickAfter(new Date())
  return () => {
    clearTimeout(timer)
    clearTimeout(retryTimer)
    latestTick = undefined
  }
}

const retryMs = 5_000

/** A longer wait is split, so that a changed system clock is noticed. */
const maxTimerMs = 3_600_000

/** The event of one tick. All processes create the same id for it, so it is stored once. */
const tickEvent = (id: string, cron: string, tick: Date): SentEvent => ({
  id: `tick:${id}:${cron}:${tick.toISOString()}`,
  name: "inngest/scheduled.timer",
  data: { cron },
  ts: tick.getTime(),
})
