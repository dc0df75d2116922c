/** A team's events one by one, oldest first, for as long as somebody asks for the next. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Event, EventApi } from "./event-api"

/** `after`: the last event already seen; null: none, and the first is the oldest there is. */
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
