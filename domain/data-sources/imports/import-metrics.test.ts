import { createWriteStream, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { finished } from "node:stream/promises"
import { afterAll, describe, expect, it } from "vitest"
import { buildClientInsert } from "@/domain/clients/new-client"
import { queryClientMetrics } from "@/domain/clients/query-metrics"
import { run } from "@/domain/kernel/operation"
import { asKey } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { createImportFixture } from "../testing/import-fixture"
import { importMetrics, type MetricsImport } from "./import-metrics"

const folder = mkdtempSync(join(tmpdir(), "signalbox-import-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Files of these tests without the column "Account ID" belong to the account "main". */
async function desk(currency = "USD") {
  const found = await createImportFixture(currency)
  const importContent = (content: string | Buffer, more: Partial<MetricsImport> = {}) =>
    found.importContent(content, { account: String(content).includes("Account ID") ? undefined : "main", ...more })
  return { ...found, importContent }
}

describe("an imported file", () => {
  it("may use semicolons, decimal commas, day-first dates, a byte order mark and quotes", async () => {
    const { importContent, ask, total } = await desk("EUR")
    const summary = await importContent(
      '\ufeff"date";"campaign";"ad_spend";"ad_clicks"\r\n"01/10/2026";"Spring; ""early""";"1.234,56";"1.000"\r\n14/10/2026;Winter;0,44;2\r\n',
    )
    expect(summary).toMatchObject({ errors: [], from: "2026-10-01", to: "2026-10-14", lines_read: 2 })
    expect(await total("ad_spend")).toBe(1_235)
    expect(await total("ad_clicks")).toBe(1_002)
    const { rows } = await ask({ metrics: ["ad_spend"], dimensions: ["campaign"] })
    expect(rows.map((row) => row.dims["campaign"])).toEqual(['Spring; "early"', "Winter"])
  })

  it("is refused with the number of a line that contains the character NUL", async () => {
    const { importContent } = await desk()
    const lines = [...Array.from({ length: 9_000 }, () => "2026-10-01,Phone,1"), "2026-10-01,Pho\0ne,1"]
    await expect(importContent(`date,device,sessions\n${lines.join("\n")}\n`)).rejects.toThrow(
      /line 9002: contains the character NUL/,
    )
  })

  it("may be UTF-16 with tabs, like Google Ads downloads", async () => {
    const { importContent, total } = await desk()
    const text = "\ufeffDay\tCampaign\tSessions\n2026-10-01\tÜbermut\t7\n2026-10-02\tÜbermut\t8\n"
    expect(await importContent(Buffer.from(text, "utf16le"))).toMatchObject({ errors: [], lines_read: 2 })
    expect(await total("sessions")).toBe(15)
  })

  it("is summed over lines with the same day and dimensions", async () => {
    const { importContent, ask } = await desk()
    await importContent(
      "date,device,sessions\n2026-10-01,Phone,1\n2026-10-01,Phone,2\n2026-10-01,Tablet,4\n2026-10-01,,8\n",
    )
    const { rows, totals } = await ask({ metrics: ["sessions"], dimensions: ["device"] })
    expect(Object.fromEntries(rows.map((row) => [row.dims["device"], row.values["sessions"]?.value]))).toEqual({
      Phone: 3,
      Tablet: 4,
      "(not set)": 8,
    })
    expect(totals["sessions"]?.value).toBe(15)
  })

  it("changes nothing on a second import, and only the differences when the data was restated", async () => {
    const { team, importContent, ask, total } = await desk()
    const lines = [
      "date,device,campaign,sessions",
      "2026-10-01,Phone,A,1",
      "2026-10-01,Tablet,B,2",
      "2026-10-02,Phone,A,4",
    ]
    expect(await importContent(lines.join("\n"))).toMatchObject({
      facts_added: 11,
      facts_restated: 0,
      facts_unchanged: 0,
    })
    expect(await importContent(lines.join("\n"))).toMatchObject({
      facts_added: 0,
      facts_restated: 0,
      facts_unchanged: 11,
    })
    // On the first day the Tablet line is gone and the total is 1: one fact is restated and three are removed.
    const restated = ["date,device,campaign,sessions", "2026-10-01,Phone,A,1"]
    expect(await importContent(restated.join("\n"))).toMatchObject({
      facts_added: 0,
      facts_restated: 4,
      facts_unchanged: 3,
    })
    const days = await inTeam(team.id, () => prisma.restatedDay.findMany({ where: { team_id: team.id } }))
    const changed = days.map(({ metric_id, value_after }) => [metric_id, Number(value_after)])
    expect(changed, "signals report changed days").toEqual([["sessions", 1]])
    expect(await total("sessions")).toBe(5)
    const { rows, totals } = await ask({ metrics: ["sessions"], dimensions: ["device"] })
    expect([rows.length, totals["sessions"]?.value]).toEqual([1, 5])
    const runs = await inTeam(team.id, () =>
      prisma.syncRun.findMany({ where: { team_id: team.id }, orderBy: { finished_at: "asc" } }),
    )
    expect(runs.map((r) => [r.status, r.rows_read, r.rows_upserted, r.rows_restated])).toEqual([
      ["succeeded", 3, 11, 0],
      ["succeeded", 3, 0, 0],
      ["succeeded", 1, 4, 4],
    ])
  })

  it("can be imported twice concurrently", async () => {
    const { importContent, total } = await desk()
    const text = "date,device,sessions\n2026-10-01,Phone,1\n2026-10-02,Phone,2\n"
    const both = await Promise.all([importContent(text), importContent(text)])
    expect(both.map((summary) => summary.facts_added).sort()).toEqual([0, 4])
    expect(await total("sessions")).toBe(3)
  })

  it("may contain several accounts, each with its currency", async () => {
    const { team, importContent, ask } = await desk()
    const header =
      "Date,Account ID,Campaign ID,Currency code,Device type,Network,Clicks,Impressions,Spend,Conversions,Revenue"
    const summary = await importContent(
      [
        header,
        "2026-10-01,1,9,USD,PC,AOL,1,10,1.5,0,0",
        "2026-10-01,2,9,EUR,PC,AOL,1,10,9,0,0",
        "2026-10-02,2,9,USD,PC,AOL,1,10,9,0,0",
      ].join("\n"),
      { partial: true },
    )
    expect(summary).toMatchObject({
      provider: "microsoft_ads",
      errors: [{ line: 4, detail: expect.stringContaining("account 2 is in EUR") }],
    })
    const sources = await inTeam(team.id, () =>
      prisma.dataSource.findMany({ where: { team_id: team.id }, orderBy: { account_id: "asc" } }),
    )
    expect(sources).toMatchObject([
      { account_id: "1", account_currency: "USD", status: "active", display_name: "Microsoft Ads 1" },
      { account_id: "2", account_currency: "EUR" },
    ])
    const [usd] = sources
    expect((await ask({ metrics: ["ad_spend"], filter: [`data_source:${usd?.id}`] })).totals["ad_spend"]?.value).toBe(
      1.5,
    )
  })

  it("stores means with their weights, never sums distinct people, and ignores ratio columns", async () => {
    const { importContent, ask } = await desk()
    const summary = await importContent(
      "date,search_position,search_impressions,search_clicks,search_ctr,users,note\n2026-10-01,3,100,5,0.05,40,x\n2026-10-02,,50,0,0,50,y\n2026-10-03,10,20,1,0.05,60,z\n",
    )
    expect(summary).toMatchObject({ errors: [], ignored_columns: ["search_ctr", "note"] })
    const { totals, rows } = await ask({ metrics: ["search_position", "search_ctr", "users"], granularity: "day" })
    expect(totals["search_position"]).toMatchObject({ value: 500 / 120, numerator: 500, denominator: 120 })
    expect(totals["search_ctr"]).toMatchObject({ value: 6 / 170, numerator: 6, denominator: 170 })
    expect(totals["users"]?.value).toBeNull()
    expect(rows.map((row) => row.values["users"]?.value)).toEqual([40, 50, 60])
  })
})

describe("a mean without its weight", () => {
  it("is not imported, and is listed among the ignored columns", async () => {
    const { importContent } = await desk()
    const summary = await importContent("date,users,avg_session_duration\n2026-10-01,40,61.5\n")
    expect(summary.ignored_columns).toEqual(["avg_session_duration"])
  })

  it("is refused with the name of the weight if the file has no other metric", async () => {
    const { importContent } = await desk()
    await expect(importContent("date,avg_session_duration\n2026-10-01,61.5\n")).rejects.toThrow(
      "avg_session_duration is a mean, so it can only be imported together with sessions.",
    )
  })
})

describe("the days of an import", () => {
  it("are final at most until the account's yesterday in its time zone", async () => {
    const { team, client, importContent } = await desk()
    const now = new Date("2026-11-20T12:00:00Z")
    const text = "date,sessions\n2026-11-18,1\n2026-11-19,2\n2026-11-20,3\n2026-11-21,4\n"
    // In Kiritimati it is already 21 November.
    const east = { id: client.id, timezone: "Pacific/Kiritimati", currency: "USD" }
    await importContent(text, { account: "west", now })
    await importContent(text.replaceAll(/,(\d)/g, ",1$1"), { account: "east", client: east, now })
    const sources = await inTeam(team.id, () =>
      prisma.dataSource.findMany({ where: { team_id: team.id }, orderBy: { account_id: "asc" } }),
    )
    expect(sources.map((source) => [source.account_id, source.final_through, source.data_through])).toEqual([
      ["east", new Date("2026-11-20"), new Date("2026-11-21")],
      ["west", new Date("2026-11-19"), new Date("2026-11-21")],
    ])
  })

  it("are not complete while one of them is today", async () => {
    const { team, client, importContent } = await desk()
    const now = () => new Date("2026-11-20T12:00:00Z")
    await importContent("date,sessions\n2026-11-19,2\n2026-11-20,3\n2026-11-21,4\n", { now: now() })
    const periodOf = async (to: string) => {
      const input = { client_id: client.id, from: "2026-11-19", to, metrics: ["sessions"] }
      return (await run(queryClientMetrics, asKey(team, undefined, now), input as never)).meta.period
    }
    expect(await periodOf("2026-11-20")).toMatchObject({ complete: false, incomplete_from: "2026-11-20" })
    expect(await periodOf("2026-11-19")).toMatchObject({ complete: true, incomplete_from: null })
  })
})

describe("a new client", () => {
  it("is created once by two concurrent imports, and the other import is refused", async () => {
    const { team, importContent } = await desk()
    const bringNew = () => {
      const { id, statement } = buildClientInsert(team.id, { name: "Bakery" }, new Date())
      const client = { id, timezone: "UTC", currency: "USD", create: statement }
      return importContent("date,sessions\n2026-10-01,3\n", { client })
    }
    const both = await Promise.allSettled([bringNew(), bringNew()])
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { name: "ImportError", message: expect.stringContaining("Import the file again") },
    })
    await expect(bringNew()).rejects.toThrow(/created during the import/)
    expect(await inTeam(team.id, () => prisma.client.count({ where: { team_id: team.id, name: "Bakery" } }))).toBe(1)
  })
})

describe("an invalid file", () => {
  const invalid = [
    "date,device,sessions",
    "2026-10-01,Phone,1",
    "2026-10-02,Phone,many",
    "2026-10-02,Tablet,2",
    "2026-10-03,Phone",
    "2026-10-04,Phone,4,5",
    "",
    "2027-10-05,Phone,8",
    '2026-10-06,"Pho\nne",16',
    "1999-10-06,Phone,32",
    "2026-10-07,Phone,64",
    "2026-10-08,Phone,-3",
  ]

  it("is refused as a whole, with every line that cannot be read", async () => {
    const { team, importContent } = await desk()
    const refusal = await importContent(invalid.join("\n")).catch((error) => error)
    expect(refusal).toMatchObject({ name: "ImportError", total: 6 })
    expect(refusal.errors).toEqual([
      { line: 3, detail: 'sessions: "many" is not a number', day: "2026-10-02" },
      { line: 5, detail: "has 2 columns, but the header has 3", day: "2026-10-03" },
      { line: 6, detail: "has 4 columns, but the header has 3", day: "2026-10-04" },
      { line: 8, detail: "2027-10-05 is in the future", day: "2027-10-05" },
      { line: 11, detail: "1999-10-06 is before 2000-01-01", day: "1999-10-06" },
      { line: 13, detail: "sessions: -3 is negative", day: "2026-10-08" },
    ])
    expect(refusal.message).toMatch(/Nothing was imported, because 6 lines cannot be read\.\n {2}line 3: .*\n/)
    expect(await inTeam(team.id, () => prisma.dataSource.count({ where: { team_id: team.id } }))).toBe(0)
  })

  it("is refused with the lines whose values are too large after the transform", async () => {
    const { importContent } = await desk()
    const content = "date,sessions\n2026-10-01,3\n2026-10-02,42\n2026-10-03,1000\n"
    const refusal = await importContent(content, { transform: "exp" }).catch((error) => error)
    expect(refusal).toMatchObject({ name: "ImportError" })
    expect(refusal.errors).toEqual([
      { line: 3, detail: "sessions: 42 is too large after the transform", day: "2026-10-02" },
      { line: 4, detail: "sessions: 1000 is too large after the transform", day: "2026-10-03" },
    ])
  })

  it("is imported by `partial` except for the days of its invalid lines, which stay as they were stored", async () => {
    const { team, importContent, ask, total } = await desk()
    await importContent("date,device,sessions\n2026-10-02,Phone,100\n2026-10-07,Phone,200\n")
    const summary = await importContent(invalid.join("\n"), { partial: true })
    expect(summary).toMatchObject({ lines_read: 10, errors_total: 6, from: "2026-10-01", to: "2026-10-07" })
    expect(summary.days_left_out).toEqual([
      "1999-10-06",
      "2026-10-02",
      "2026-10-03",
      "2026-10-04",
      "2026-10-08",
      "2027-10-05",
    ])
    expect(await total("sessions")).toBe(1 + 100 + 16 + 64)
    const { rows } = await ask({ metrics: ["sessions"], granularity: "day" })
    expect(rows[1]).toMatchObject({ dims: { date: "2026-10-02" }, values: { sessions: { value: 100 } } })
    const [, syncRun] = await inTeam(team.id, () =>
      prisma.syncRun.findMany({ where: { team_id: team.id }, orderBy: { finished_at: "asc" } }),
    )
    expect(syncRun).toMatchObject({ status: "partial", error_code: "lines_left_out", file_name: expect.any(String) })
  })

  it("is refused even by `partial` when a line has no readable date, because it may belong to any day", async () => {
    const { importContent } = await desk()
    const text = "date,sessions\n2026-10-01,1\n2026-13-01,2\n"
    await expect(importContent(text, { partial: true })).rejects.toThrow(
      /"2026-13-01" is not a date\n.*may belong to any day/,
    )
  })

  it.each([
    ["nothing at all", "", /is empty/],
    ["a header only", "date,sessions\n", /but no data/],
    ["pictures", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), /not a text file/],
    ["no date", "day_of_week,sessions\nMonday,3\n", /no column named date/],
    ["nothing that is known", "ds,y\n2026-10-01,3\n", /No column has the name of a metric/],
    ["only ratios", "date,ad_ctr\n2026-10-01,0.3\n", /No column has the name of a metric/],
    ["a quote without end", 'date,device,sessions\n2026-10-01,"Phone,3\n2026-10-02,Phone,3\n', /never closed/],
  ])("that contains %s is rejected with a clear message, and nothing is stored", async (_, content, words) => {
    const { team, importContent } = await desk()
    await expect(importContent(content)).rejects.toMatchObject({
      name: "ImportError",
      message: expect.stringMatching(words),
    })
    expect(await inTeam(team.id, () => prisma.dataSource.count({ where: { team_id: team.id } }))).toBe(0)
  })

  it("is rejected when it does not match the given provider or metric", async () => {
    const { importContent } = await desk()
    const series = "ds,y\n2026-10-01,3\n"
    const refused = (more: object) => expect(importContent(series, more)).rejects
    await refused({ provider: "microsoft_ads" }).toThrow(/no column named date\. Its columns are ds, y/)
    await expect(importContent("date,clicks\n", { provider: "meta_ads" })).rejects.toThrow(/but no data/)
    await expect(importContent("date,clicks\n1,2\n", { provider: "meta_ads" })).rejects.toThrow(
      /no column named inline_link_clicks, impressions, spend/,
    )
    await refused({ provider: "yahoo" }).toThrow(/microsoft_ads, google_ads, meta_ads, generic/)
    await refused({ metric: "ad_ctr" }).toThrow(/The metric ad_ctr cannot be imported\. Use one of sessions, users/)
    await refused({ file: "/nowhere/at-all.csv" }).toThrow(/the file does not exist/)
    await expect(importContent("ds,y,z\n2026-10-01,3,4\n", { metric: "sessions" })).rejects.toThrow(
      /exactly one column besides/,
    )
    expect(await importContent(series, { metric: "sessions" })).toMatchObject({ totals: { sessions: 3 } })
  })

  it("is rejected when it names a currency that does not exist", async () => {
    const { importContent } = await desk("EUR")
    const text = "date,ad_spend\n2026-10-01,3\n"
    await expect(importContent(text, { currency: "EUX" })).rejects.toThrow(/"EUX" is not a currency/)
    await expect(importContent("date,ad_spend,currency\n2026-10-01,3,ABC\n")).rejects.toThrow(/"ABC" is not a currency/)
  })

  it("is rejected when its account is stored in another currency", async () => {
    const { importContent } = await desk("EUR")
    const text = "date,ad_spend\n2026-10-01,3\n"
    await importContent(text)
    await expect(importContent(text, { currency: "USD" })).rejects.toThrow(/is in EUR/)
  })
})

it("reads a long file in bounded memory", async () => {
  const { client, total } = await desk()
  const file = join(folder, `${client.id}-long.csv`)
  const out = createWriteStream(file)
  const lines = 240_000
  for (let n = 0; n < lines; n += 1_000) {
    const block = Array.from(
      { length: 1_000 },
      (_, i) => `2026-10-${String(((n + i) % 28) + 1).padStart(2, "0")},Campaign ${(n + i) % 50},1,${"x".repeat(300)}`,
    )
    out.write(`${n === 0 ? "date,campaign,sessions,note\n" : ""}${block.join("\n")}\n`)
  }
  await finished(out.end())
  let peak = 0
  const before = process.memoryUsage().rss
  const sizes = [] as number[]
  const team = await inTeam("*", () => prisma.client.findFirst({ where: { id: client.id } }))
  const summary = await importMetrics({
    teamId: team?.team_id ?? "",
    client: { id: client.id, timezone: "UTC", currency: "USD" },
    file,
    account: "main",
    now: new Date("2026-11-20T12:00:00Z"),
    onProgress(done) {
      sizes.push(done)
      peak = Math.max(peak, process.memoryUsage().rss)
    },
  })
  expect(summary).toMatchObject({ lines_read: lines, errors_total: 0, totals: { sessions: lines } })
  expect(await total("sessions")).toBe(lines)
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
  expect(sizes.at(-1)).toBeGreaterThan(76e6)
  expect(peak - before).toBeLessThan(250e6)
})
