/** The `fetch` that the SDK uses with the embedded engine. Passes events to the engine in memory. */
import type { SentEvent } from "./store-events"

type Accepts = { accept(events: SentEvent[], seed?: string): Promise<string[]> }

export const engineTransport =
  (engine: () => Accepts | undefined): typeof fetch =>
  async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    // The SDK posts events to /e/<event key>.
    if (!pathname.startsWith("/e/"))
      return Response.json({ error: "the embedded engine only takes events" }, { status: 404 })
    const running = engine()
    if (!running) return Response.json({ error: "no engine runs in this process" }, { status: 503 })
    const sent: SentEvent | SentEvent[] = JSON.parse(String(init?.body))
    const seed = new Headers(init?.headers).get("x-inngest-event-id-seed") ?? undefined
    const ids = await running.accept([sent].flat(), seed)
    return Response.json({ ids, status: 200 })
  }
