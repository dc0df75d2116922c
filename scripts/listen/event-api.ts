/**
 * Client for GET /api/v1/events. Retries after temporary errors. A permanent error ends the command with one sentence.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { idPrefixAt } from "@/domain/kernel/ids"
import { parseJson } from "@/domain/kernel/text"
import { UserError } from "../user-error"

export type StoredEvent = { id: string; type: string; seq: number }
type Page = { data: StoredEvent[]; meta: { truncated: boolean; next_cursor: string | null } }

const timeoutMs = 20_000

export class EventApi {
  readonly #url: string
  readonly #key: string
  readonly #types: string[]
  readonly #report: (line: string) => void

  /** `types` filters events. An empty list means all types. `report` receives a message before every wait. */
  constructor({ url, key, types, report }: { url: string; key: string; types: string[]; report(line: string): void }) {
    this.#url = url
    this.#key = key
    this.#types = types
    this.#report = report
  }

  /** The id of the newest event, or null when there are no events. */
  async newestId() {
    const { data } = await this.#readPage({ limit: "1" })
    return data[0]?.id ?? null
  }

  /**
   * The events after `id`, oldest first. `hasMore`: more events follow this page. If Signalbox does not store `id`, the
   * event has expired or belongs to another team or installation. Reports an expired one and returns null. Throws a
   * UserError for one that is not old enough.
   */
  async readAfter(id: string) {
    try {
      const { data, meta } = await this.#readPage({ limit: "100", after: id })
      return { events: data, hasMore: meta.truncated }
    } catch (error) {
      if (!(error instanceof UnknownEventError)) throw error
      if (!isExpired(id))
        throw new UserError(
          `Signalbox does not store the event ${id}. The event is newer than 30 days, so it belongs to another team or installation. Check --key and --url, or choose another file with --state.`,
        )
      this.#report(
        `Signalbox no longer stores the event ${id}, which is older than 30 days. Continuing with the oldest stored event.`,
      )
      return null
    }
  }

  /** Throws a UserError when Signalbox does not store the event. */
  async requireEvent(id: string) {
    await this.#readPage({ limit: "1", after: id })
  }

  /** Whether Signalbox stores the event for the team of the key. */
  async hasEvent(id: string) {
    try {
      await this.requireEvent(id)
      return true
    } catch (error) {
      if (error instanceof UnknownEventError) return false
      throw error
    }
  }

  /** All stored events, oldest first. */
  async readAll() {
    const events: StoredEvent[] = []
    let cursor: string | null | undefined
    do {
      const page: Page = await this.#readPage({ limit: "100", ...(cursor && { cursor }) })
      events.push(...page.data)
      cursor = page.meta.next_cursor
    } while (cursor)
    return { events: events.reverse(), hasMore: false }
  }

  /** Retries until the request succeeds. Throws a UserError after a permanent error. */
  async #readPage(query: Record<string, string>): Promise<Page> {
    for (let failures = 0; ; failures++) {
      const result = await this.#request(query)
      if (!("reason" in result)) return result
      const waitSeconds = result.seconds ?? Math.min(30, 2 ** failures)
      this.#report(`${result.reason}. Retrying in ${waitSeconds} s.`)
      await sleep(waitSeconds * 1_000)
    }
  }

  async #request(query: Record<string, string>): Promise<Page | TemporaryFailure> {
    const headers = { authorization: `Bearer ${this.#key}`, "user-agent": "Signalbox-Listen/1" }
    const types: Record<string, string> = this.#types.length > 0 ? { types: this.#types.join(",") } : {}
    const url = `${this.#url}/api/v1/events?${new URLSearchParams({ ...query, ...types })}`
    try {
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
      if (response.ok) return parsePage(await response.text(), this.#url)
      return temporaryFailure(response, await response.text())
    } catch (error) {
      if (error instanceof UserError) throw error
      return { reason: `Cannot reach ${this.#url} (${describeNetworkError(error, timeoutMs)})` }
    }
  }
}

/**
 * Yields a team's events one by one, oldest first, and polls for new ones without end. `after` is the id of the last
 * event already seen. null starts with the oldest stored event, and so does an event that is no longer stored.
 */
export async function* newEvents(
  api: EventApi,
  after: string | null,
  pollSeconds: number,
): AsyncGenerator<StoredEvent> {
  let lastId = after
  for (;;) {
    const page = lastId === null ? null : await api.readAfter(lastId)
    if (page === null) lastId = null
    const { events, hasMore } = page ?? (await api.readAll())
    for (const event of events) {
      yield event
      lastId = event.id
    }
    if (!hasMore) await sleep(pollSeconds * 1_000)
  }
}

function parsePage(text: string, url: string): Page | TemporaryFailure {
  const page = parseJson(text) as Partial<Page> | null | undefined
  if (Array.isArray(page?.data) && page.meta) return page as Page
  return { reason: `${url} returned something other than events. Check --url` }
}

/** Why a request failed that is worth repeating. `seconds` is the wait of the response's Retry-After. */
type TemporaryFailure = { reason: string; seconds?: number | undefined }

/** Throws a UserError if a later request would fail in the same way. */
function temporaryFailure({ status, headers }: Response, text: string): TemporaryFailure {
  const seconds = Number(headers.get("retry-after")) || undefined
  if (status === 429 || status >= 500) return { reason: `Signalbox responded with ${status}`, seconds }
  const problem = parseJson(text) as ProblemBody | null | undefined
  const detail = problem ? describeProblem(problem) : "the response is not from Signalbox. Check --url."
  const message = `Signalbox responded with ${status}: ${detail}`
  const isUnknownEvent = problem?.errors?.some(({ parameter }) => parameter === "after")
  throw isUnknownEvent ? new UnknownEventError(message) : new UserError(message)
}

/** Signalbox does not store the event of `after`. */
class UnknownEventError extends UserError {}

/** The API stores events for 30 days. One day less, because the clocks of the two machines can differ. */
const expiredAfterMs = 29 * 86_400_000

const isExpired = (id: string) => id < idPrefixAt("message", Date.now() - expiredAfterMs)

type ProblemBody = { code?: string; detail?: string; errors?: { parameter?: string; fix?: string }[] }

const describeProblem = ({ code, detail, errors = [] }: ProblemBody) =>
  [detail, ...errors.map(({ fix }) => fix), `(${code})`].filter(Boolean).join(" ")

/** Describes why a request got no response, such as `ECONNREFUSED` or `no response within 20 s`. */
export function describeNetworkError(error: unknown, timeoutMs: number) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  if (cause.name === "TimeoutError") return `no response within ${timeoutMs / 1_000} s`
  return String("code" in cause ? cause.code : cause.message)
}
