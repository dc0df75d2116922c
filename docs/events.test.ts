/** The page about events is made from the catalogue: `npx vitest run docs/events --project product -u` writes it anew. */
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { type EventType, events, eventTypes } from "@/domain/events"
import { eventSchemas, exampleEvent } from "@/domain/events/event"

type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: string[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

describe("docs/events.md", () => {
  it("says what the catalogue says", async () => {
    await expect(page()).toMatchFileSnapshot("./events.md")
  })

  it("has a row for every member of an example", () => {
    for (const type of eventTypes) {
      const described = new Set(fieldsOf(type, "data").map((field) => field.path))
      const missing = [...pathsIn(events[type].example)].filter((path) => !isInOneOf(described, path))
      expect(missing, type).toEqual([])
    }
  })
})

function page() {
  return `${[
    `<!-- Made from domain/events.ts by docs/events.test.ts. -->
# Events

What happened in a team, told by webhooks and by \`GET /api/v1/events\` with the very same bytes.
Endpoints are registered in the app under Settings -> API; the requests themselves are in \`docs/openapi.json\`, section \`webhooks\`.

| Event | What happened | Since |
|---|---|---|`,
    ...eventTypes.map(
      (type) => `| [\`${type}\`](#${anchor(type)}) | ${events[type].summary} | ${events[type].since} |`,
    ),
    `
An endpoint asks for events by name (\`scan.completed\`), by family (\`signal.*\`) or for all (\`*\`).

## What every event has

${table(envelope())}

- **The same event may arrive twice**, after a timeout or when it is sent again: drop an \`id\` that you have seen.
- **Order is not promised.** \`seq\` counts the team's events without gaps: it says what is older, and to who
  asks for all events what is missing.
- **Members may be added** within a version, and new events to \`*\`: ignore what you do not know. Nothing is removed, and no type
  changes, without a new \`api_version\`.
- **Facts, not secrets**: texts of AI answers and credentials are never in an event; \`links\` and ids say where to fetch more.
- A body has at most 256 KiB.

## Reading events back

\`GET /api/v1/events\` (scope \`events:read\`) lists the last 30 days, newest first; \`types=signal.*\` filters. To follow without a
webhook, send the last id that you have: \`GET /api/v1/events?after=msg_…\` answers what came later, oldest first, and nothing
ever appears later before an event that was seen. \`GET /api/v1/events/{event_id}\` answers one.

## Trying it

\`npm run demo:signal\` publishes an event of the demo team, made from what is in the database; \`npm run demo:scan\` runs a scan by the sample engine, which ends with one.
With \`-- --team <slug>\` it is another team's, and has \`"test": true\`.
`,
    ...eventTypes.map(section),
  ].join("\n")}`
}

const section = (type: EventType) => `## ${type}

${events[type].description}

${table(fieldsOf(type, "data"))}

\`\`\`json
${JSON.stringify(exampleEvent(type), null, 2)}
\`\`\`
`

const envelope = () =>
  fieldsOf("scan.completed", "")
    .filter(({ path }) => !path.startsWith("data"))
    .map((field) => (field.path === "type" ? { ...field, text: "One of the events above" } : field))

const anchor = (heading: string) => heading.replaceAll(".", "")

type Field = { path: string; type: string; text: string }

const table = (fields: Field[]) =>
  ["| Member | Type | |", "|---|---|---|", ...fields.map((f) => `| \`${f.path}\` | ${f.type} | ${f.text} |`)].join("\n")

/** Every member below `root`, with its path; lists as `name[]`. */
function fieldsOf(type: EventType, root: string): Field[] {
  const { $defs } = z.toJSONSchema(z.array(eventSchemas[type])) as { $defs: Record<string, Schema> }
  const [schema = {}] = Object.values($defs)
  return [...fields(root ? ((schema.properties?.[root] ?? {}) as Schema) : schema, root)]
}

function* fields(schema: Schema, at: string): Generator<Field> {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const path = at ? `${at}.${name}` : name
    const inner = [member, ...(member.anyOf ?? [])].find((one) => one.properties) ?? member.items
    const isOptional = !schema.required?.includes(name)
    yield { path, type: typeOf(member) + (isOptional ? ", optional" : ""), text: textOf(member) }
    if (inner?.properties) yield* fields(inner, member.items ? `${path}[]` : path)
  }
}

function typeOf({ type, format, anyOf }: Schema): string {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(" or ")
  if (format === "date-time") return "time"
  return format ?? [type ?? "any"].flat().join(" or ")
}

const textOf = (schema: Schema) => {
  const { description = "", enum: choices, const: only } = schema
  const values = choices ?? (only === undefined ? [] : [only])
  return [description, values.map((value) => `\`${value}\``).join(", ")].filter((text) => text).join(": ")
}

function* pathsIn(value: unknown, at = "data"): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* pathsIn(item, `${at}[]`)
  else if (value !== null && typeof value === "object")
    for (const [name, member] of Object.entries(value)) {
      if (member === null || typeof member !== "object") yield `${at}.${name}`
      yield* pathsIn(member, `${at}.${name}`)
    }
}

/** A map of free names (`error_codes.timeout`) is described as a whole. */
const isInOneOf = (described: Set<string>, path: string) =>
  described.has(path) || described.has(path.replace(/\.[^.]+$/, ""))
