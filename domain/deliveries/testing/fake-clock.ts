/** A fake clock for tests of deadlines: timers and clocks are fake, sockets and promises are real. */
import { onTestFinished, vi } from "vitest"

/** Applies until the test ends. Time moves only by `vi.advanceTimersByTimeAsync`. */
export function startFakeClock() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Lets pending socket events arrive. */
export async function socketEvents() {
  for (let tick = 0; tick < 20; tick++) await new Promise((resolve) => setImmediate(resolve))
}
