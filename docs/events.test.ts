/**
 * Generates docs/events.md from the event catalogue. `npx vitest run docs/events -u` updates the
 * page.
 */
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { type EventType, events, eventTypes } from "@/domain/events/catalogue"
import { eventSchemas, exampleEvent } from "@/domain/events/event"
import { fieldsOf, fieldTable, type Schema } from "@/server/docs/field-table"

describe("docs/events.md", () => {
  it("matches the event catalogue", async () => {
    await expect(page()).toMatchFileSnapshot("./events.md")
  })

  it("has a row for every field of each example", () => {
    for (const type of eventTypes) {
      const described = new Set(eventFields(type, "data").map((field) => field.path))
      const missing = [...pathsIn(events[type].example)].filter((path) => !isInOneOf(described, path))
      expect(missing, type).toEqual([])
    }
  })
})

function page() {
  return `${[
    `<!-- Generated from domain/events/catalogue.ts by docs/events.test.ts. -->
# Event catalog

An event records something that happened in a team. Webhooks send it, and \`GET /api/v1/events\` returns exactly the same bytes.
Register endpoints in the app under Settings -> API. The requests are described in \`docs/openapi.json\`, section \`webhooks\`.

| Event | What happened | Since |
|---|---|---|`,
    ...eventTypes.map(
      (type) => `| [\`${type}\`](#${anchor(type)}) | ${events[type].summary} | ${events[type].since} |`,
    ),
    `
An endpoint subscribes to single event types (\`scan.completed\`), to families (\`signal.*\`) or to all events (\`*\`).

## Fields of every event

${fieldTable(envelope())}

- **The same event may arrive more than once**, for example after a timeout or a manual resend. Ignore an \`id\` that you have already processed.
- **Events may arrive in any order.** \`seq\` numbers the team's events without gaps. Use it to see which event is older. If your endpoint
  subscribes to all events, you can also use it to find missing ones.
- **New fields may be added** within a version, and new event types to \`*\`. Ignore fields and types that you do not know. Fields are removed, and
  their types change, only with a new \`api_version\`.
- **Events contain facts, not secrets.** They never contain the texts of AI answers or credentials. Use \`links\` and ids to fetch more data.
- **The body is at most 256 KiB.**

## List events

\`GET /api/v1/events\` (scope \`events:read\`) lists the events of the last 30 days, newest first. \`types=signal.*\` filters by type. To follow
events without a webhook, send the id of the last event that you have: \`GET /api/v1/events?after=msg_…\` returns the later events, oldest first.
A new event never appears before one that you have already seen. \`GET /api/v1/events/{event_id}\` returns one event.

## Try it

\`npm run demo:signal\` publishes an event of the demo team, created from the data in its database. \`npm run demo:scan\` runs a scan with the sample
engine, which publishes an event when it finishes. With \`-- --team <slug>\`, \`demo:signal\` uses another
team, and \`demo:scan\` publishes the event of that team's latest finished scan instead of starting one. The event contains \`"test": true\`
unless the team is a sample team.
`,
    ...eventTypes.map(section),
  ].join("\n")}`
}

const section = (type: EventType) => `## ${type}

${events[type].description}

${fieldTable(eventFields(type, "data"))}

\`\`\`json
${JSON.stringify(exampleEvent(type), null, 2)}
\`\`\`
`

const envelope = () =>
  eventFields("scan.completed")
    .filter(({ path }) => !path.startsWith("data"))
    .map((field) => (field.path === "type" ? { ...field, text: "One of the event types above." } : field))

const anchor = (heading: string) => heading.replaceAll(".", "")

/** Every field of the event below `root`, or of the whole event. */
function eventFields(type: EventType, root = "") {
  const { $defs } = z.toJSONSchema(z.array(eventSchemas[type])) as { $defs: Record<string, Schema> }
  const [schema = {}] = Object.values($defs)
  return [...fieldsOf(root ? (schema.properties?.[root] ?? {}) : schema, root)]
}

function* pathsIn(value: unknown, at = "data"): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* pathsIn(item, `${at}[]`)
  else if (value !== null && typeof value === "object")
    for (const [name, member] of Object.entries(value)) {
      if (member === null || typeof member !== "object") yield `${at}.${name}`
      yield* pathsIn(member, `${at}.${name}`)
    }
}

/** A map with arbitrary keys (`error_codes.timeout`) is described as a whole. */
const isInOneOf = (described: Set<string>, path: string) =>
  described.has(path) || described.has(path.replace(/\.[^.]+$/, ""))
