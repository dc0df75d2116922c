/** Yields a team's events one by one, oldest first, and polls for new ones without end. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Event, EventApi } from "./event-api"

/** `after` is the id of the last event already seen. Null starts with the oldest stored event. */
export async function* newEvents(api: EventApi, after: string | null, everySeconds: number): AsyncGenerator<Event> {
  let last = after
  for (;;) {
    const { events, isMore } = last ? await api.after(last) : await api.all()
    for (const event of events) {
      yield event
      last = event.id
    }
    if (!isMore) await sleep(everySeconds * 1_000)
  }
}
