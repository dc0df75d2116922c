/** Test functions that use every engine feature that our functions may use, and record what they do. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Inngest, NonRetriableError, RetryAfterError } from "inngest"
import type { Journal } from "./journal"

type Ask = { subject: string; key?: string }
const subjectOf = (event: { data?: unknown }) => (event.data as Ask).subject

export const suiteFunctions = (client: Inngest, journal: Journal) => [
  ...triggers(client, journal),
  ...steps(client, journal),
  ...failures(client, journal),
  ...limits(client, journal),
]

const triggers = (client: Inngest, journal: Journal) => [
  client.createFunction({ id: "first", triggers: [{ event: "suite/plain" }] }, ({ event }) =>
    journal.note(subjectOf(event), "first"),
  ),
  client.createFunction({ id: "second", triggers: [{ event: "suite/plain" }] }, ({ event }) =>
    journal.note(subjectOf(event), `second ${(event.data as Ask).key}`),
  ),
  client.createFunction({ id: "chain", triggers: [{ event: "suite/chain" }] }, async ({ event, step }) => {
    await step.sendEvent("pass on", { name: "suite/plain", data: event.data })
  }),
]

const steps = (client: Inngest, journal: Journal) => [
  client.createFunction(
    { id: "memo", triggers: [{ event: "suite/memo" }], retries: 3 },
    async ({ event, step, attempt }) => {
      const subject = subjectOf(event)
      const number = await step.run("one", () => {
        journal.note(subject, "one")
        return 41
      })
      const next = await step.run("two", () => {
        journal.note(subject, `two ${number}`)
        if (attempt < 1) throw new RetryAfterError("not yet", "1s")
        return { number: number + 1 }
      })
      journal.note(subject, `end ${next.number}`)
    },
  ),
  client.createFunction({ id: "sleeper", triggers: [{ event: "suite/sleep" }] }, async ({ event, step }) => {
    await step.run("before", () => journal.note(subjectOf(event), "before"))
    await step.sleep("a while", "1s")
    await step.run("after", () => journal.note(subjectOf(event), "after"))
  }),
  client.createFunction({ id: "parallel", triggers: [{ event: "suite/parallel" }] }, async ({ event, step }) => {
    const one = (name: string) =>
      step.run(name, async () => {
        journal.note(subjectOf(event), `${name} begins`)
        await sleep(300)
        return name
      })
    const both = await Promise.all([one("left"), one("right")])
    await step.run("together", () => journal.note(subjectOf(event), both.join("+")))
  }),
]

const failures = (client: Inngest, journal: Journal) => [
  client.createFunction(
    {
      id: "failing",
      triggers: [{ event: "suite/fail" }],
      retries: 2,
      onFailure: ({ event, error }) =>
        journal.note(subjectOf(event.data.event), `abandoned: ${error.message} of ${event.data.function_id}`),
    },
    ({ event, attempt }) => {
      journal.note(subjectOf(event), `try ${attempt}`)
      throw new RetryAfterError("no luck", "1s")
    },
  ),
  client.createFunction(
    {
      id: "hopeless",
      triggers: [{ event: "suite/hopeless" }],
      retries: 5,
      onFailure: ({ event }) => journal.note(subjectOf(event.data.event), "abandoned"),
    },
    ({ event }) => {
      journal.note(subjectOf(event), "try")
      throw new NonRetriableError("never")
    },
  ),
  client.createFunction(
    { id: "catching", triggers: [{ event: "suite/catch" }], retries: 1 },
    async ({ event, step }) => {
      const subject = subjectOf(event)
      const outcome = await step
        .run("breaks", (): string => {
          journal.note(subject, "try")
          throw new RetryAfterError("broken", "1s")
        })
        .catch((error: Error) => `caught ${error.message}`)
      await step.run("tell", () => journal.note(subject, outcome))
    },
  ),
]

const limits = (client: Inngest, journal: Journal) => [
  client.createFunction(
    { id: "narrow", triggers: [{ event: "suite/narrow" }], concurrency: { limit: 2, key: "event.data.key" } },
    async ({ event }) => {
      journal.note(subjectOf(event), "in")
      await sleep(250)
      journal.note(subjectOf(event), "out")
    },
  ),
  client.createFunction(
    { id: "once", triggers: [{ event: "suite/once" }], idempotency: "event.data.key" },
    ({ event }) => journal.note(subjectOf(event), `did ${(event.data as Ask).key}`),
  ),
]
