/**
 * Every statement names its team. Row-level security would hide a statement that does not, so these tests switch it
 * off.
 */
import { createHash } from "node:crypto"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { allOperations } from "@/domain"
import { setEnginePrice } from "@/domain/ai-engines/set-engine-price"
import { examplePrice } from "@/domain/ai-engines/testing/price"
import { archiveClient } from "@/domain/clients/archive"
import { pauseClient } from "@/domain/clients/pause"
import { authorize } from "@/domain/data-sources/grants/authorize"
import { pauseDataSource } from "@/domain/data-sources/pause"
import { allow } from "@/domain/data-sources/testing/connected"
import { startFakes } from "@/domain/data-sources/testing/fakes/index"
import { uploadPart } from "@/domain/data-sources/uploads/upload-part"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { archiveGoal } from "@/domain/goals/archive-goal"
import type { TeamContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { type AnyOperation, run } from "@/domain/kernel/operation"
import { cancelRecovery } from "@/domain/recoveries/cancel"
import { archiveReport } from "@/domain/reports/editing/archive"
import { unpublishReport } from "@/domain/reports/editing/unpublish"
import { cancelScan } from "@/domain/scans/cancel"
import { acknowledgeSignals } from "@/domain/signals/acknowledge"
import { pauseWebhook } from "@/domain/webhooks/pause"
import { inTeam, prisma } from "@/prisma/client"
import {
  fakeAccounts,
  idKinds,
  logoFile,
  type TeamWithData,
  teamWithData,
  uploadedFile,
} from "./testing/team-with-data"

ownDatabase()

/** Operations for people, operators and the public work across teams, where row-level security hides nothing. */
const ofTeams = allOperations.filter(({ audience }) => audience === "team")
const queries = ofTeams.filter(({ kind }) => kind === "query").map((operation) => [operation.id, operation] as const)
const mutations = ofTeams
  .filter(({ kind }) => kind === "mutation")
  .map((operation) => [operation.id, operation] as const)

let owner: pg.Client
let closeFakes: () => Promise<void>
/** What came back from the consent page of a data source. */
let consented: { state: string; code: string }
/** Every table with rows of teams, and the column that names the team. */
let tables: { name: string; column: string }[]
beforeAll(async () => {
  vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
  const platforms = await startFakes()
  closeFakes = platforms.close
  for (const [name, value] of Object.entries(platforms.env)) vi.stubEnv(name, value)
  owner = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await owner.connect()
  await switchRowLevelSecurityOff()
  const found = await owner.query(`select c.oid::regclass::text as name, a.attname as column from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = case when c.relname = 'team' then 'id' else 'team_id' end
    where c.relkind = 'r' order by 1`)
  tables = found.rows
  expect(tables.length).toBeGreaterThan(40)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await closeFakes()
  await owner.end()
})

/** Queries depend on the moment, so all of them ask at the same one. */
const moment = new Date()
const now = () => moment

describe("queries", () => {
  let ada: TeamWithData
  let bob: TeamWithData
  const before = new Map<string, unknown>()
  beforeAll(async () => {
    ada = await teamWithData(now)
    for (const [id, operation] of queries)
      before.set(id, await outcome(operation, ada.ctx, inputOf(operation, ada.ids)))
    bob = await teamWithData(now)
  })

  it.each(queries)("%s returns the same when another team has data, too", async (id, operation) => {
    const after = await outcome(operation, ada.ctx, inputOf(operation, ada.ids))
    expect(after).toEqual(before.get(id))
    expect(after).toHaveProperty("data")
  })

  it.each(queries.filter(([, operation]) => idNames(operation).length > 0))(
    "%s treats an id of another team like one that does not exist",
    async (_, operation) => {
      for (const name of idNames(operation)) {
        const asked = inputOf(operation, ada.ids)
        const theirs = await outcome(operation, ada.ctx, { ...asked, [name]: idFor(operation, name, bob.ids) })
        const nobodys = await outcome(operation, ada.ctx, {
          ...asked,
          [name]: idFor(operation, name, unknown(bob.ids)),
        })
        expect(theirs, name).toEqual(nobodys)
        if (isRequired(operation, name)) expect(theirs, name).toBe("resource_not_found")
      }
    },
  )
})

type Pair = { ada: TeamWithData; bob: TeamWithData }

describe("mutations", () => {
  let eve: TeamWithData
  /**
   * The teams of the latest mutations. Creating teams takes most of the time, so a mutation first runs in these. It gets
   * new ones if the test fails there, for example because an earlier mutation has archived the client.
   */
  let latest: Pair | undefined
  beforeAll(async () => {
    eve = await teamWithData(now)
  })

  it.each(mutations)("%s changes nothing of another team", async (_, operation) => {
    const hasPassed = latest && (await passes(expectIsolated(operation, latest)))
    if (hasPassed) return
    latest = { ada: await teamWithData(now), bob: await teamWithData(now) }
    await expectIsolated(operation, latest)
  })

  async function expectIsolated(operation: AnyOperation, { ada, bob }: Pair) {
    const untouched = await rowsOf(bob)
    for (const name of idNames(operation)) {
      const input = { ...inputOf(operation, eve.ids), [name]: idFor(operation, name, bob.ids) }
      const result = await outcome(operation, eve.ctx, input)
      if (isRequired(operation, name)) expect(result, name).toBe("resource_not_found")
    }
    expect(await rowsOf(bob)).toEqual(untouched)
    const own = async ({ ctx, ids }: TeamWithData) => {
      await prepare[operation.id]?.(ctx, ids)
      await run(operation, ctx, inputOf(operation, ids))
    }
    // From here on, the other team has things with the names that this team gives to its own.
    await own(bob)
    const changed = await rowsOf(bob)
    if (operation.id !== "aiVisibility.checkPrompts") expect(changed).not.toEqual(untouched)
    await own(ada)
    expect(await rowsOf(bob)).toEqual(changed)
  }
})

const passes = (test: Promise<void>) =>
  test.then(
    () => true,
    () => false,
  )

/** The part of the file that `teamWithData` uploads. */
const onlyPart = { number: 0, content: Buffer.alloc(uploadedFile.bytes, "a").toString("base64") }
/** What an operation needs beyond required ids. */
const inputs: Record<string, (ids: TeamWithData["ids"]) => object> = {
  "aiVisibility.checkPrompts": () => ({ texts: ["best headphones"] }),
  "aiVisibility.createBrand": () => ({ name: "Ondine" }),
  "aiVisibility.createProject": () => ({ name: "Earbuds", own_brand: { name: "Ondine" } }),
  "aiVisibility.createPrompts": () => ({ prompts: [{ text: "headphones for runners" }] }),
  "aiVisibility.createTopic": () => ({ name: "Sports" }),
  "aiVisibility.deleteEnginePrice": () => ({ engine_id: "sample", model: "", valid_from: examplePrice.valid_from }),
  "aiVisibility.getCitedPages": () => ({ domain: "sony.example", urls: ["https://sony.example"], scans: 4 }),
  "aiVisibility.getSource": () => ({ domain: "sony.example" }),
  "home.recordVisit": () => ({ read_at: moment.toISOString() }),
  "scans.setSpendCap": () => ({ cap_usd: 5 }),
  "aiVisibility.setSourceType": () => ({ domain: "reviews.example", source_class: "editorial" }),
  "aiVisibility.setEnginePrice": () => ({ ...examplePrice, engine_id: "sample" }),
  "aiVisibility.setUpEngine": () => ({ engine_id: "sample", is_enabled: false }),
  "aiVisibility.setUpSentimentModel": () => ({ engine_id: "openai_api", is_enabled: false }),
  "aiVisibility.testEngine": () => ({ engine_id: "sample" }),
  "aiVisibility.updateBrand": () => ({ name: "Ondine" }),
  "aiVisibility.updateProject": () => ({ name: "Earbuds" }),
  "aiVisibility.updatePrompt": ({ topic_id }) => ({ topic_id, text: "headphones for runners" }),
  "aiVisibility.updatePrompts": () => ({ tags: ["eu"] }),
  "aiVisibility.updateTopic": () => ({ name: "Sports" }),
  "clients.create": () => ({ name: "Bergamo Bikes" }),
  "clients.createGoal": () => ({ metric: "ad_spend", period: "month", starts_on: "2026-11-01", target: 500 }),
  "clients.updateGoal": () => ({ target: 2_000 }),
  "clients.createAnnotation": () => ({ date: "2026-11-16", kind: "note", text: "New tag manager" }),
  "clients.listAnnotations": () => ({ from: "2026-11-01", to: "2026-11-30" }),
  "clients.queryMetrics": () => ({ metrics: ["ad_clicks"] }),
  "clients.update": () => ({ name: "Bergamo Bikes", external_id: "crm-1" }),
  "connections.updateSettings": () => ({ mcp_writes_enabled: true }),
  "dataSources.addCredentials": () => ({ provider: "bing_webmaster", secret: "another-api-key" }),
  "dataSources.authorize": () => ({ provider: "ga4" }),
  "dataSources.completeAuthorization": () => consented,
  "dataSources.connect": () => ({ account_id: fakeAccounts[1] }),
  "dataSources.importFile": () => ({ choices: {} }),
  "dataSources.listCoverage": () => ({ to: "2026-11-19", days: 28 }),
  "dataSources.previewImport": () => ({ choices: {} }),
  "dataSources.startUpload": () => uploadedFile,
  "dataSources.update": () => ({ display_name: "Search" }),
  "dataSources.uploadPart": () => onlyPart,
  "keys.create": () => ({ name: "Warehouse" }),
  "recoveries.create": () => ({ since: new Date(moment.getTime() - 86_400_000).toISOString() }),
  "reports.create": () => ({ name: "Weekly" }),
  "reports.getLogo": () => ({ hash: createHash("sha256").update(logoFile).digest("hex") }),
  "reports.previewWidget": () => ({ widget: { kind: "text", title: "Note" } }),
  "reports.setCommentary": () => ({ from: "2026-10-01", to: "2026-10-31", markdown: "Revenue rose." }),
  "reports.update": () => ({ name: "Weekly" }),
  "reports.updateLayout": () => ({ version: 1, sections: [] }),
  "reports.updateSender": () => ({ name: "Agency", logo: null }),
  "scans.cancel": ({ running_scan_id }) => ({ scan_id: running_scan_id }),
  "search.complete": () => ({ argument: "client_id", value: "" }),
  "search.fetch": ({ client_id }) => ({ id: client_id }),
  "search.listRecent": () => ({}),
  "search.find": () => ({ query: "headphones" }),
  "signalRules.create": () => ({ type: "metric_flatline", name: "Tracking" }),
  "signalRules.update": () => ({ name: "Tracking" }),
  "signals.addNote": () => ({ text: "The shop was closed." }),
  "signals.countByType": () => ({ created_after: new Date(moment.getTime() - 86_400_000).toISOString() }),
  "signals.backtest": () => ({ type: "metric_flatline" }),
  "signals.update": () => ({ status: "acknowledged", note: "The shop was closed." }),
  "signals.snooze": () => ({ until: new Date(moment.getTime() + 86_400_000).toISOString() }),
  "teams.changePlan": () => ({ plan: "pro" }),
  "teams.changeRole": () => ({ role: "viewer" }),
  "teams.invite": () => ({ role: "viewer", email: "ida@example.test" }),
  "teams.removeMember": ({ key_id }) => ({ revoke_key_ids: [key_id] }),
  "teams.update": () => ({ name: "Agency" }),
  "webhooks.create": () => ({ url: "https://hooks.example.com/new", event_types: ["*"] }),
  "webhooks.resume": () => ({ held: "send" }),
  "webhooks.update": () => ({ description: "CRM", event_types: ["scan.*"] }),
}
/** Brings things into the state from which an operation changes them. */
const prepare: Record<string, (ctx: TeamContext, ids: TeamWithData["ids"]) => Promise<unknown>> = {
  "aiVisibility.deleteEnginePrice": (ctx) => run(setEnginePrice, ctx, { ...examplePrice, engine_id: "sample" }),
  "clients.resume": (ctx, { client_id }) => run(pauseClient, ctx, { client_id }),
  "clients.restoreGoal": (ctx, { goal_id }) => run(archiveGoal, ctx, { goal_id }),
  "clients.restore": (ctx, { client_id }) => run(archiveClient, ctx, { client_id }),
  "dataSources.completeAuthorization": async (ctx) => {
    consented = await allow((await run(authorize, ctx, { provider: "ga4" })).data.url)
  },
  "dataSources.importFile": (ctx, { upload_id }) => run(uploadPart, ctx, { upload_id, ...onlyPart }),
  "dataSources.previewImport": (ctx, { upload_id }) => run(uploadPart, ctx, { upload_id, ...onlyPart }),
  "dataSources.resume": (ctx, { data_source_id }) => run(pauseDataSource, ctx, { data_source_id }),
  "dataSources.syncNow": ({ team }) =>
    inTeam(team.id, () => prisma.syncRun.updateMany({ where: { team_id: team.id }, data: { status: "failed" } })),
  "recoveries.create": (ctx, { recovery_id }) => run(cancelRecovery, ctx, { recovery_id }),
  "reports.publish": (ctx, { report_id }) => run(unpublishReport, ctx, { report_id }),
  "reports.restore": (ctx, { report_id }) => run(archiveReport, ctx, { report_id }),
  "scans.create": (ctx, { running_scan_id }) => run(cancelScan, ctx, { scan_id: running_scan_id }),
  "signals.reopen": (ctx, { signal_id }) => run(acknowledgeSignals, ctx, { signal_ids: [signal_id] }),
  "webhooks.resume": (ctx, { webhook_id }) => run(pauseWebhook, ctx, { webhook_id }),
}

type Field = { meta(): { examples?: unknown[] } | undefined; safeParse(value: unknown): { success: boolean } }
const fieldOf = ({ input }: AnyOperation, name: string) => input.shape[name] as Field
const isRequired = (operation: AnyOperation, name: string) => !fieldOf(operation, name).safeParse(undefined).success
const idNames = ({ input }: AnyOperation) => Object.keys(input.shape).filter((name) => name in idsByName)
/** Inputs that take an id, by the name of the id. */
const idsByName: Record<string, (typeof idKinds)[number]> = {
  ...Object.fromEntries(idKinds.map((name) => [name, name])),
  compare_scan_id: "scan_id",
  copy_of_report_id: "report_id",
  mentions_brand: "brand_id",
  lacks_brand: "brand_id",
  created_by: "person_id",
  revoke_key_ids: "key_id",
  signal_ids: "signal_id",
  prompt_ids: "prompt_id",
}

function idFor(operation: AnyOperation, name: string, ids: TeamWithData["ids"]) {
  const id = ids[idsByName[name] as keyof typeof ids]
  return fieldOf(operation, name).safeParse(id).success ? id : [id]
}

/** The required ids and what `inputs` says. */
function inputOf(operation: AnyOperation, ids: TeamWithData["ids"]) {
  const needed = idNames(operation).filter((name) => isRequired(operation, name))
  return {
    ...Object.fromEntries(needed.map((name) => [name, idFor(operation, name, ids)])),
    ...inputs[operation.id]?.(ids),
  }
}

/** Ids of the same form that nothing has. */
const unknown = (ids: TeamWithData["ids"]) =>
  Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, `${id.slice(0, -6)}000000`])) as typeof ids

/** What the operation returns, or the code of its error. */
async function outcome(operation: AnyOperation, ctx: TeamContext, input: object) {
  try {
    const { data, meta } = await run(operation, ctx, input)
    return { data, total: meta.total }
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

/** A digest of the team's rows in each table. */
async function rowsOf({ ctx: { team } }: TeamWithData) {
  const digests = tables.map(
    ({
      name,
      column,
    }) => `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(r::text, ' ' order by r::text), ''))
      as digest from ${name} r where ${column} = $1`,
  )
  return (await owner.query(digests.join(" union all "), [team.id])).rows
}

async function switchRowLevelSecurityOff() {
  const { rows } = await owner.query("select oid::regclass::text as name from pg_class where relrowsecurity")
  for (const { name } of rows) await owner.query(`alter table ${name} disable row level security`)
  expect(rows.length).toBeGreaterThan(20)
}
