import { ulid } from "ulid"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { listCitations } from "@/domain/answers/list-citations"
import { recordAudit } from "@/domain/audit/record"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { queryRows } from "@/domain/deliveries/testing/rows-of"
import { Deadline } from "@/domain/kernel/deadline"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { startSession } from "@/domain/people/session"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { processScan } from "@/domain/scans/process-scan"
import { vendorOfFile, vendorProject } from "@/domain/scans/testing/vendor-project"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { asAnybody, freshPerson } from "@/domain/testing/person"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma, raw, rows, type Sql, sql } from "@/prisma/client"
import { tablesOfScan } from "./delete-in-batches"
import { deleteExpired, expiringTables, retention } from "./retention"
import { readRetentionDays, retentionDays, retentionKinds } from "./retention-days"

ownDatabase()
const vendor = vendorOfFile()

const names = async (statement: Sql) => (await queryRows<{ name: string }>(statement)).map(({ name }) => name)

function setDays(setting: object) {
  vi.stubEnv("SIGNALBOX_RETENTION_DAYS", JSON.stringify(setting))
  onTestFinished(() => void vi.unstubAllEnvs())
}

describe("the retention rules", () => {
  it("cover every table of the schema, and no other", async () => {
    const tables = await names(sql`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> '_prisma_migrations'`)
    expect(Object.keys(retention).toSorted()).toEqual(tables.toSorted())
  })

  it("name a parent table only where the database or the deletion of a scan deletes the rows", async () => {
    const cascades = await names(sql`
      select conrelid::regclass || ' with ' || confrelid::regclass as name from pg_constraint where contype = 'f' and confdeltype = 'c'`)
    const stated = Object.entries(retention).flatMap(([table, rule]) =>
      "deletedWith" in rule ? [`${table} with ${rule.deletedWith}`] : [],
    )
    const ofScan = tablesOfScan.map((table) => `${table} with scan`)
    expect(stated.filter((one) => !cascades.includes(one) && !ofScan.includes(one))).toEqual([])
    expect(stated.length).toBeGreaterThan(6)
  })

  it("delete all rows of a scan together with it", async () => {
    const withScan = await names(sql`
      select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'scan_id'`)
    const oneOfAProject = ["ai_recount", "ai_brand_suggestions"]
    expect(withScan.filter((table) => !oneOfAProject.includes(table)).toSorted()).toEqual(tablesOfScan.toSorted())
  })

  it("run on an empty database", async () => {
    for (const table of expiringTables) expect(await deleteExpired(table)).toEqual({ cleared: 0, deleted: 0 })
  })
})

describe("audit entries", () => {
  const entriesOf = (teamId: string) =>
    names(sql`select subject_id as name from audit_entry where team_id = ${teamId} order by subject_id`)
  async function teamWithEntries(days: number[]) {
    const team = await freshTeam()
    for (const age of days)
      await recordAudit(
        asPerson(team, "owner", () => new Date(Date.now() - age * 86_400_000)),
        { action: "client.updated", subject_id: `day.${age}` },
      )
    return team
  }

  it("are deleted after 400 days, for every team", async () => {
    const teams = [await teamWithEntries([399, 401]), await teamWithEntries([399, 401])]
    expect(await deleteExpired("audit_entry")).toEqual({ cleared: 0, deleted: 2 })
    for (const { id } of teams) expect(await entriesOf(id)).toEqual(["day.399"])
  })

  it("are retained forever when the operator sets null", async () => {
    setDays({ audit: null })
    const { id } = await teamWithEntries([4_000])
    expect(await deleteExpired("audit_entry")).toEqual({ cleared: 0, deleted: 0 })
    expect(await entriesOf(id)).toEqual(["day.4000"])
  })

  it("of the last 90 days cannot be deleted by the function with any argument", async () => {
    const { id } = await teamWithEntries([89])
    for (const before of [sql`now()`, sql`now() - interval '89 days'`, sql`null`, sql`'infinity'::timestamptz`])
      await expect(queryRows(sql`select delete_expired_audit(${before})`)).rejects.toThrow(/at least 90 days/)
    expect(await entriesOf(id)).toEqual(["day.89"])
  })

  it("are deleted in batches", async () => {
    const { id } = await freshTeam()
    await queryRows(sql`insert into audit_entry (id, team_id, action, actor_kind, actor_label, created_at)
      select 'aud_' || n, ${id}, 'x', 'system', 'x', now() - interval '500 days' from generate_series(1, 2500) n`)
    expect(
      (await queryRows<{ n: number }>(sql`select delete_expired_audit(now() - interval '400 days', 10) as n`))[0]?.n,
    ).toBe(10)
    expect((await deleteExpired("audit_entry")).deleted).toBeGreaterThanOrEqual(2_490)
    expect(await entriesOf(id)).toEqual([])
  })
})

describe("scans", () => {
  it("are retained by default, and deleted with all their rows after the days that the operator sets", async () => {
    const { team, project_id, start } = await vendorProject(vendor, { prompts: 2, runs: 2 })
    const scan = async () => {
      const { id } = await start()
      await processScan(id, new Deadline(60_000))
      return id
    }
    const old = await scan()
    const young = await scan()
    await queryRows(sql`update scan set finished_at = now() - interval '366 days' where id = ${old}`)
    expect(await deleteExpired("scan")).toEqual({ cleared: 0, deleted: 0 })

    setDays({ scans: 365 })
    expect(await deleteExpired("scan")).toEqual({ cleared: 0, deleted: 1 })
    const left = (id: string, table: string) =>
      queryRows(sql`select 1 from ${raw(table)} where team_id = ${team.id} and scan_id = ${id}`)
    for (const table of tablesOfScan) expect([table, (await left(old, table)).length]).toEqual([table, 0])
    for (const table of ["scan_task", "answer", "visibility_cell", "visibility_cell_brand", "visibility_scan_brand"])
      expect([table, (await left(young, table)).length]).not.toEqual([table, 0])
    expect(await names(sql`select id as name from scan where project_id = ${project_id}`)).toEqual([young])
    const [tally] = await inTeam(team.id, () =>
      rows<{ rows: number }>(
        sql`select sum(rows)::int as rows from row_tally where relation = 'answer' and scope_id = ${project_id}`,
      ),
    )
    expect(tally?.rows).toBe((await left(young, "answer")).length)
  })

  it("are deleted with their part of the totals per source", async () => {
    const team = await freshTeam()
    const answerOf = (asked_at: string, ...urls: string[]) =>
      answerLine({ asked_at, sources: urls.map((url) => ({ url })) })
    const [shared, gone, page] = ["https://a.example/shared", "https://b.example/gone", "https://a.example/page"]
    await importAnswers({
      teamId: team.id,
      file: answerFile([
        answerOf("2020-03-02T10:00:00Z", shared, gone),
        answerOf(new Date().toISOString(), shared, page),
      ]),
      project: "Panel",
    })
    const [project] = await queryRows<{ id: string }>(sql`select id from ai_project where team_id = ${team.id}`)
    const project_id = project?.id ?? ""
    const listed = async (entity: "domain" | "url") => {
      const { data } = await run(listCitations, asKey(team), { project_id, entity })
      return data.map(({ key, citations_n, answers_n, share }) => [key, citations_n, answers_n, share.value]).toSorted()
    }
    expect(await listed("domain")).toEqual([
      ["a.example", 3, 2, 0.75],
      ["b.example", 1, 1, 0.25],
    ])
    setDays({ scans: 365 })
    expect((await deleteExpired("scan")).deleted).toBeGreaterThan(0)
    expect(await listed("domain")).toEqual([["a.example", 2, 1, 1]])
    expect(await listed("url")).toEqual([
      [page, 1, 1, 0.5],
      [shared, 1, 1, 0.5],
    ])
  })
})

describe("the other tables", () => {
  it("delete metrics only after the days that the operator sets", async () => {
    const team = await freshTeam()
    const client = await freshClient(team)
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    const source = await freshSource(team, client, [
      { date: day(800), metric_id: "sessions", value: 1 },
      { date: day(10), metric_id: "sessions", value: 2 },
    ])
    expect((await deleteExpired("metric_fact")).deleted).toBe(0)
    setDays({ metrics: 730 })
    expect((await deleteExpired("metric_fact")).deleted).toBe(1)
    expect(await names(sql`select date::text as name from metric_fact where data_source_id = ${source}`)).toEqual([
      day(10),
    ])
  })

  it("delete sync runs after 400 days, except the latest of each source", async () => {
    const team = await freshTeam()
    const client = await freshClient(team)
    const busy = await freshSource(team, client, [])
    const idle = await freshSource(team, client, [])
    await queryRows(sql`insert into sync_run (id, team_id, data_source_id, trigger, status, started_at)
      select id, ${team.id}, source, 'manual', 'succeeded', now() - make_interval(days => days) from (values
        ('busy old', ${busy}, 401), ('busy new', ${busy}, 1), ('idle older', ${idle}, 500), ('idle old', ${idle}, 450)) as made(id, source, days)`)
    expect((await deleteExpired("sync_run")).deleted).toBe(2)
    expect(await names(sql`select id as name from sync_run where team_id = ${team.id} order by id`)).toEqual([
      "busy new",
      "idle old",
    ])
  })

  it("delete invitations that ended 90 days ago, and sign-in links that expired a day ago", async () => {
    const team = await freshTeam()
    await queryRows(sql`insert into invitation (id, team_id, role, token_hash, created_by, expires_at, accepted_at, revoked_at)
      select id, ${team.id}, 'member', decode(md5(id), 'hex'), 'x', now() + make_interval(days => expires), now() - make_interval(days => accepted), now() - make_interval(days => revoked)
      from (values ('open', 3, null, null), ('expired long ago', -91, null, null), ('expired', -3, null, null),
        ('accepted long ago', 5, 91, null), ('revoked long ago', 5, null, 91)) as made(id, expires, accepted, revoked)`)
    expect((await deleteExpired("invitation")).deleted).toBe(3)
    expect(await names(sql`select id as name from invitation where team_id = ${team.id} order by id`)).toEqual([
      "expired",
      "open",
    ])
    const email = `${ulid()}@example.test`
    await prisma.verificationToken.createMany({
      data: [-2, -0.5, 1].map((days) => ({
        identifier: email,
        token: newId("request") + days,
        expires_at: new Date(Date.now() + days * 86_400_000),
      })),
    })
    expect((await deleteExpired("verification_token")).deleted).toBe(1)
  })

  it("delete sessions that have expired or have an old session version", async () => {
    const day = 86_400_000
    const ada = (await freshPerson()).actor
    const asOf = (days: number) => ({ ...asAnybody(), now: () => new Date(Date.now() - days * day) })
    await startSession(asOf(31), ada, null)
    await startSession(asOf(1), { ...ada, session_version: 0 }, null)
    expect((await deleteExpired("session")).deleted).toBe(2)
    expect(await names(sql`select id as name from session where user_id = ${ada.id}`)).toEqual([ada.session_id])
  })

  it("delete rate-limit counters an hour after their window", async () => {
    const at = (hours: number) => Date.now() + hours * 3_600_000
    await prisma.rateLimit.createMany({
      data: [-2, -0.5, 1].map((hours) => ({ key: `test:${hours}`, points: 1, expire: BigInt(Math.round(at(hours))) })),
    })
    expect((await deleteExpired("rate_limit")).deleted).toBe(1)
    expect(await names(sql`select key as name from rate_limit where key like 'test:%' order by expire`)).toEqual([
      "test:-0.5",
      "test:1",
    ])
  })

  it("delete finished runs of the embedded engine after 7 days, but not open runs and their events", async () => {
    const run = (name: string, state: string, days: number) =>
      queryRows(sql`
        with event as (insert into engine_event (id, name, payload, received_at)
          values (${name}, 'x', '{}', now() - make_interval(days => ${days}::int)) returning id)
        insert into engine_run (id, function_id, event_id, state, due_at, ended_at)
        select id, 'f', id, ${state}, now(), case when ${state}::text <> 'open' then now() - make_interval(days => ${days}::int) end from event`)
    await run("old", "completed", 8)
    await run("open", "open", 8)
    await run("recent", "failed", 6)
    await queryRows(sql`insert into engine_step (run_id, id, ordinal, result) values ('old', 's', 1, '{}')`)
    await queryRows(sql`insert into engine_event (id, name, payload, received_at)
      values ('alone', 'x', '{}', now() - interval '8 days'), ('fresh', 'x', '{}', now())`)
    await queryRows(
      sql`insert into engine_once (key, expires_at) values ('past', now() - interval '1 s'), ('kept', now() + interval '1 h')`,
    )
    for (const table of ["engine_run", "engine_event", "engine_once"]) await deleteExpired(table)
    expect(await names(sql`select id as name from engine_run order by 1`)).toEqual(["open", "recent"])
    expect(await names(sql`select id as name from engine_event order by 1`)).toEqual(["fresh", "open", "recent"])
    expect(await names(sql`select key as name from engine_once`)).toEqual(["kept"])
    expect(await names(sql`select id as name from engine_step`)).toEqual([])
  })
})

describe("SIGNALBOX_RETENTION_DAYS", () => {
  it("overrides the given kinds, and the others keep their defaults", () => {
    setDays({ audit: 730, sync_runs: null })
    expect([retentionDays("audit"), retentionDays("sync_runs"), retentionDays("webhook_log")]).toEqual([730, null, 90])
  })

  it.each([
    ["{", "It must be a JSON object"],
    ["[]", "It must be a JSON object"],
    ['{"audits":400}', 'There is no data type named "audits"'],
    ['{"audit":89}', "audit: must be at least 90 days, or null"],
    ['{"audit":"400"}', "audit: must be a whole number"],
    ['{"audit":400.5}', "audit: must be a whole number"],
    ['{"audit":1e9}', "audit: must be at most 36500 days"],
  ])("is rejected as %s", (text, reason) => {
    expect(() => readRetentionDays(text)).toThrow(`SIGNALBOX_RETENTION_DAYS is not valid. ${reason}`)
  })

  it("accepts every default", () => {
    const defaults = Object.fromEntries(Object.entries(retentionKinds).map(([kind, { days }]) => [kind, days]))
    expect(readRetentionDays(JSON.stringify(defaults))).toEqual(defaults)
  })
})
