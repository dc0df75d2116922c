/** Long work in a process that serves: one thing after the other, and others have their turn every few milliseconds. */
import { setImmediate } from "node:timers/promises"

/** Each item should take less than that by itself. */
const longestTurnMs = 10

export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T> {
  let since = performance.now()
  for (const item of items) {
    if (performance.now() - since > longestTurnMs) {
      await setImmediate()
      since = performance.now()
    }
    yield item
  }
}
