import { Ajv2020 } from "ajv/dist/2020.js"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { run } from "@/domain/kernel/operation"
import { cancelScan } from "@/domain/scans/cancel"
import { acrossTeams, prisma } from "@/prisma/client"
import { callMessage, messageOf, post, tokenFor } from "../testing/mcp"
import { serveMcpWithData } from "../testing/mcp-with-data"
import { type TeamWithData, teamWithData } from "../testing/team-with-data"
import { type OfferedTool, tools } from "./catalogue"
import { maxResultCharacters } from "./result"

const ajv = new Ajv2020({ strict: false })

let url: string
let data: TeamWithData
/** Another team with the same kinds of records. */
let other: TeamWithData
let close: () => Promise<void>
beforeAll(async () => {
  ;({ url, data, close } = await serveMcpWithData())
  await run(cancelScan, data.ctx, { scan_id: data.ids.running_scan_id })
  other = await teamWithData(() => new Date())
  await run(cancelScan, other.ctx, { scan_id: other.ids.running_scan_id })
})
afterAll(() => close())

/** What a tool needs beyond the ids that it requires. */
const more: Record<string, (ids: TeamWithData["ids"]) => object> = {
  search: () => ({ query: "headphones" }),
  fetch: ({ client_id }) => ({ id: client_id }),
  query_metrics: () => ({ metrics: ["ad_clicks", "ad_ctr"], dimensions: ["device"], compare: "previous_period" }),
  create_report: () => ({ name: "Weekly" }),
  set_report_commentary: () => ({ from: "2026-10-01", to: "2026-10-31", markdown: "A **good** month." }),
  create_client: () => ({ name: "Bergamo Bikes" }),
  update_client: () => ({ currency: "EUR", status: "paused" }),
  create_visibility_project: () => ({
    name: "Earbuds",
    own_brand: { name: "Ondine" },
    competitors: [{ name: "Sony" }],
  }),
  update_visibility_project: () => ({ name: "Headphones and speakers", add_competitors: [{ name: "Sennheiser" }] }),
  add_prompts: () => ({ prompts: [{ text: "headphones for runners" }] }),
  update_prompts: ({ prompt_id }) => ({ prompt_ids: [prompt_id], tags: ["eu"] }),
  update_signal: () => ({ status: "acknowledged", note: "Seen." }),
}

function argumentsOf(name: string, ids = data.ids) {
  const required = (tools.get(name)?.definition.inputSchema.required ?? []) as string[]
  const named = required.filter((one) => one in ids).map((one) => [one, ids[one as keyof typeof ids]])
  return { ...Object.fromEntries(named), ...more[name]?.(ids) }
}

/** Each tool has a connection of its own, because the calls of one connection are limited. */
const newToken = ({ ctx } = data) => tokenFor(ctx, { scopes: ["data:read", "data:write"] })

it("a scan can be cached for a day once nothing more is written to it, and for ten seconds before", async () => {
  const token = await newToken()
  const ttlOf = async (scanId: string) => {
    const params = { uri: `app://scans/${scanId}` }
    const { result } = await messageOf(
      await post(url, token, { jsonrpc: "2.0", id: 1, method: "resources/read", params }),
    )
    return result.ttlMs
  }
  const { scan_id: completed, running_scan_id: canceled } = data.ids
  expect(await ttlOf(completed)).toBe(86_400_000)
  // The costs of requests in flight are added to a canceled scan.
  expect(await ttlOf(canceled)).toBe(10_000)
  // A scan whose tasks are done gets `finished_at` before its metrics and its final status.
  const setStatus = (status: string) =>
    acrossTeams(() => prisma.scan.updateMany({ where: { id: completed }, data: { status } }))
  await setStatus("running")
  expect(await ttlOf(completed)).toBe(10_000)
  await setStatus("completed")
})

async function call(name: string, given: object, token: string) {
  const { result, error } = await messageOf(await post(url, token, callMessage(name, given)))
  expect(error).toBeUndefined()
  return result
}

/** The fields that an audit entry has before and after the change, with different values. */
function changedFields(before: unknown, after: unknown) {
  const [old, current] = [before, after].map((state) => Object.entries(state ?? {}))
  const currentValues = new Map(current)
  return (old ?? []).filter(([field, value]) => {
    return currentValues.has(field) && JSON.stringify(currentValues.get(field)) !== JSON.stringify(value)
  })
}

type Schema = z.core.JSONSchema.JSONSchema

/** A place in a tool's arguments that takes an ID, for example `prompts[].topic_id`, and the prefix of the ID. */
type IdPlace = { path: string; prefix: string }

/** The prefixes of the records that `fetch` reads. The schema of its ID has no pattern. */
const fetchedPrefixes = ["cli", "rep", "aip", "sig", "prm"]

/** Finds the places of IDs at any depth: schemas with the pattern of an ID, and any text named `id` or `…_id`. */
function idPlacesIn(schema: Schema, path = ""): IdPlace[] {
  const [, prefix] = /^\^([a-z]+)_\[/.exec(schema.pattern ?? "") ?? []
  const isUntyped = schema.type === "string" && !prefix && /(^|[._])id$/.test(path)
  const prefixes = prefix ? [prefix] : isUntyped ? fetchedPrefixes : []
  const fields = Object.entries(schema.properties ?? {})
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return [
    ...prefixes.map((one) => ({ path, prefix: one })),
    ...fields.flatMap(([name, field]) => idPlacesIn(field as Schema, path ? `${path}.${name}` : name)),
    ...(schema.items ? idPlacesIn(schema.items as Schema, `${path}[]`) : []),
    ...options.flatMap((option) => idPlacesIn(option as Schema, path)),
  ]
}

/** The places of IDs in the arguments that the tool accepts. */
function idPlacesOf({ operation, definition }: Pick<OfferedTool, "operation" | "definition">): IdPlace[] {
  const { properties = {}, ...schema } = z.toJSONSchema(operation.input, { io: "input" })
  const accepted = Object.entries(properties).filter(([name]) => name in (definition.inputSchema.properties ?? {}))
  return idPlacesIn({ ...schema, properties: Object.fromEntries(accepted) })
}

/** Returns `value` with `id` at `path`. Adds missing objects and lists. Each list on the way has one item. */
function withId(value: unknown, path: string, id: string): unknown {
  if (path === "") return id
  const [, name = "", rest = ""] = /^(\[\]|\w+)\.?(.*)$/.exec(path) ?? []
  if (name === "[]") return [withId(Array.isArray(value) ? value[0] : undefined, rest, id)]
  const object = (value ?? {}) as Record<string, unknown>
  return { ...object, [name]: withId(object[name], rest, id) }
}

/** The codes for unknown IDs in places whose code is not `not_found`. `ok`: a filter that matches nothing. */
const otherCodes: Record<string, string> = {
  "get_report widgets[]": "invalid_argument",
  "add_prompts prompts[].topic_id": "invalid_argument",
  "update_prompts topic_id": "invalid_argument",
  "run_scan prompt_ids[]": "invalid_argument",
  "list_prompts topic_id": "ok",
  "list_answers scan_id": "ok",
  "list_answers prompt_id": "ok",
  "list_answers mentions_brand": "ok",
  "list_answers lacks_brand": "ok",
  "list_citations brand_id": "ok",
  "list_signals project_id": "ok",
}

/** Tables that record the call itself. */
const recordsOfCalls = /^(oauth_|mcp_call|idempotency)/

/**
 * A digest of every table's rows of the team, by table. Messages, emails and scans that wait to be sent or started are
 * rows, too.
 */
async function contentOfTables(teamId: string) {
  const tables = await acrossTeams(
    () =>
      prisma.$queryRaw<{ name: string }[]>`
      select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'team_id' and table_type = 'BASE TABLE' order by 1`,
  )
  const digests = tables
    .filter(({ name }) => !recordsOfCalls.test(name))
    .map(async ({ name }) => {
      const query = `select md5(string_agg(t::text, ' ' order by t::text)) as digest from "${name}" t where team_id = $1`
      const [row] = await acrossTeams(() => prisma.$queryRawUnsafe<{ digest: string | null }[]>(query, teamId))
      return [name, row?.digest ?? null]
    })
  return Object.fromEntries(await Promise.all(digests))
}

describe.each([...tools.values()].map((one) => [one.tool.name, one] as const))(
  "%s",
  (name, { operation, definition, isWrite, tool }) => {
    let token: string
    let otherToken: string
    beforeAll(async () => {
      token = await newToken()
      otherToken = await newToken(other)
    })

    if (isWrite)
      it("changes nothing with dry_run", async () => {
        const before = await contentOfTables(data.ctx.team.id)
        const result = await call(name, { ...argumentsOf(name), dry_run: true }, token)
        expect(result.isError, result.content[0].text).toBeUndefined()
        expect(result.structuredContent.dry_run).toBe(true)
        expect(await contentOfTables(data.ctx.team.id)).toEqual(before)
      })

    it("returns content that its schema describes, and the same as text", async () => {
      const result = await call(name, argumentsOf(name), token)
      expect(result.isError, result.content[0].text).toBeUndefined()
      expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent)
      expect(result.content[0].text.length).toBeLessThanOrEqual(maxResultCharacters)
      const validate = ajv.compile(definition.outputSchema as object)
      validate(result.structuredContent)
      expect(validate.errors).toBeNull()
      const described = Object.keys(definition.outputSchema?.properties ?? {})
      expect(Object.keys(result.structuredContent).filter((key) => !described.includes(key))).toEqual([])
    })

    if (tool.effect === "change")
      it("records the state before the change", async () => {
        await call(name, argumentsOf(name), token)
        const where = { team_id: data.ctx.team.id }
        const calls = await acrossTeams(() => prisma.connectionCall.findMany({ where: { ...where, name } }))
        const request_id = { in: calls.map((one) => one.request_id) }
        const entries = await acrossTeams(() => prisma.auditEntry.findMany({ where: { ...where, request_id } }))
        // A repeated call changes nothing.
        const changed = entries.flatMap((entry) => changedFields(entry.before, entry.after))
        expect(changed).not.toEqual([])
      })

    it.each(idPlacesOf({ operation, definition }))(
      "treats an ID of another team like a made-up ID in $path: $prefix",
      async ({ path, prefix }) => {
        const before = await contentOfTables(data.ctx.team.id)
        const foreign = Object.values(data.ids).find((one) => one.startsWith(`${prefix}_`)) ?? `no ID of ${prefix}`
        const madeUp = `${prefix}_01JD3Y8F5V6Q2K9M4N7P0R1S2T`
        const resultFor = async (id: string) => {
          const given = withId(argumentsOf(name, other.ids), path, id) as object
          return JSON.parse(JSON.stringify(await call(name, given, otherToken)).replaceAll(id, "the ID"))
        }
        const result = await resultFor(foreign)
        expect(result).toEqual(await resultFor(madeUp))
        const code = result.isError ? JSON.parse(result.content[0].text).error.code : "ok"
        expect(code).toBe(otherCodes[`${name} ${path}`] ?? "not_found")
        expect(await contentOfTables(data.ctx.team.id)).toEqual(before)
      },
    )

    it("refuses an unknown argument and an id of another kind", async () => {
      for (const wrong of [{ no_such_argument: 1 }, { client_id: "cli_1", project_id: "x", id: 7 }]) {
        const result = await call(name, { ...argumentsOf(name), ...wrong }, token)
        expect(result.isError).toBe(true)
        expect(JSON.parse(result.content[0].text).error.code).toMatch(/^(invalid_argument|not_found)$/)
      }
    })
  },
)

it("the places of IDs include nested ones, lists and IDs of any kind", () => {
  const placesOf = (name: string) => idPlacesOf(tools.get(name) as OfferedTool).map(({ path }) => path)
  expect(placesOf("add_prompts")).toEqual(["project_id", "prompts[].topic_id"])
  expect(placesOf("update_prompts")).toEqual(expect.arrayContaining(["project_id", "prompt_ids[]", "topic_id"]))
  expect(placesOf("set_report_commentary")).toEqual(["report_id", "section_id"])
  expect(placesOf("fetch")).toEqual(fetchedPrefixes.map(() => "id"))
})

it("text of third parties is only in fields named untrusted_", async () => {
  const token = await newToken()
  const { structuredContent: answer } = await call("get_answer", { answer_id: data.ids.answer_id }, token)
  expect(answer).not.toHaveProperty("text")
  expect(answer.untrusted_text).toBeTruthy()
  const { structuredContent: metrics } = await call("query_metrics", argumentsOf("query_metrics"), token)
  expect(metrics.rows[0]).toHaveProperty("untrusted_dims.device")
})
