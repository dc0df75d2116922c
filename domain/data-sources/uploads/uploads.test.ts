import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { queryClientMetrics } from "@/domain/clients/query-metrics"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { deleteExpired } from "@/domain/operating/retention"
import { freshClient } from "@/domain/testing/client"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { cancelUpload } from "./cancel-upload"
import { getUpload } from "./get-upload"
import type { ImportChoices } from "./import-choices"
import { importFile } from "./import-file"
import { previewImport } from "./preview-import"
import { idleUploads, processUpload } from "./process-upload"
import { startUpload } from "./start-upload"
import { partBytes, requireUpload } from "./upload"
import { uploadPart } from "./upload-part"

const now = () => new Date("2026-11-20T12:00:00Z")

/** A client without data, and a person who uploads files for it. */
async function desk(currency = "EUR") {
  const team = await freshTeam({ currency, timezone: "UTC" })
  const client = await freshClient(team)
  const ctx = asPerson(team, "member", now)
  async function send(content: string | Buffer, file_name = "figures.csv") {
    const bytes = Buffer.from(content)
    const { data } = await run(startUpload, ctx, { client_id: client.id, file_name, bytes: bytes.length })
    const { upload_id } = data
    for (let number = 0; number * partBytes < bytes.length; number++) {
      const part = bytes.subarray(number * partBytes, (number + 1) * partBytes)
      await run(uploadPart, ctx, { upload_id, number, content: part.toString("base64") })
    }
    return upload_id
  }
  const get = async (upload_id: string) => (await run(getUpload, ctx, { upload_id })).data
  async function preview(upload_id: string, choices: ImportChoices = {}) {
    await run(previewImport, ctx, { upload_id, choices })
    await processUpload(upload_id, now)
    return get(upload_id)
  }
  async function importContent(upload_id: string, choices: ImportChoices = {}) {
    await run(importFile, ctx, { upload_id, choices })
    await processUpload(upload_id, now)
    return get(upload_id)
  }
  const query = { client_id: client.id, from: "2026-09-01", to: "2026-11-19" }
  const total = async (id: string) =>
    (await run(queryClientMetrics, asKey(team), { ...query, metrics: [id] } as never)).data.totals[id]?.value
  return { team, client, ctx, send, preview, importContent, get, total }
}

const storedFacts = (team: TeamFacts) => inTeam(team.id, () => prisma.metricFact.count({ where: { team_id: team.id } }))
const storedSources = (team: TeamFacts) =>
  inTeam(team.id, () => prisma.dataSource.count({ where: { team_id: team.id } }))
const storedParts = (team: TeamFacts) =>
  inTeam(team.id, () => prisma.metricsUploadPart.count({ where: { team_id: team.id } }))

const googleAds = `Campaign report
"October 1, 2026 - October 3, 2026"
Day,Campaign,Currency code,Clicks,Impr.,Cost,Conversions,Notes
2026-10-01,Spring,EUR,10,1000,5.50,1,a
2026-10-02,Spring,EUR,20,2000,11.00,2,b
2026-10-03,Winter,EUR,30,3000,16.50,3,c
Total: Account,,EUR,60,6000,33.00,6,
`

const stored = "date,sessions\n2026-10-01,5\n2026-10-02,6\n"
const site: ImportChoices = { account: "site" }

describe("the preview of an uploaded file", () => {
  it("shows the format, the columns, the first lines and the totals, and stores nothing", async () => {
    const { team, send, preview } = await desk()
    const { state, preview: shown } = await preview(await send(googleAds), { account: "123-456-7890" })
    expect(state).toBe("ready")
    expect(shown).toMatchObject({
      provider: "google_ads",
      encoding: "utf-8",
      delimiter: ",",
      dates: null,
      accounts: ["1234567890"],
      account_is_in_file: false,
      currencies: ["EUR"],
      days: 3,
      from: "2026-10-01",
      to: "2026-10-03",
      lines_read: 4,
      total_lines: 1,
      totals: { ad_clicks: 60, ad_impressions: 6_000, ad_spend: 33, ad_conversions: 6 },
      questions: [],
      problems: [],
    })
    expect(shown?.columns.map(({ name, use }) => [name, use])).toEqual([
      ["Day", "date"],
      ["Campaign", "dimension:campaign"],
      ["Currency code", "currency"],
      ["Clicks", "metric:ad_clicks"],
      ["Impr.", "metric:ad_impressions"],
      ["Cost", "metric:ad_spend"],
      ["Conversions", "metric:ad_conversions"],
      ["Notes", "ignored"],
    ])
    expect(shown?.rows[0]).toEqual(["1234567890", "2026-10-01", "Spring", "10", "1000", "5.50", "1"])
    expect([await storedFacts(team), await storedSources(team)]).toEqual([0, 0])
  })

  it("asks for the account, the order of dates and the decimal mark at once", async () => {
    const { send, preview } = await desk()
    const id = await send("date,ad_spend\n11/01/2026,1.234\n11/02/2026,2.345\n")
    const { preview: first } = await preview(id)
    expect(first?.questions.map(({ kind }) => kind).sort()).toEqual(["account", "dates", "decimals"])
    expect(first?.questions).toContainEqual({
      kind: "dates",
      first: "11/01/2026",
      last: "11/02/2026",
      dmy: { from: "2026-01-11", to: "2026-02-11" },
      mdy: { from: "2026-11-01", to: "2026-11-02" },
    })
    const choices: ImportChoices = { account: "main", dates: "mdy", decimal_mark: "." }
    const { preview: second } = await preview(id, choices)
    expect(second).toMatchObject({ questions: [], from: "2026-11-01", to: "2026-11-02", totals: { ad_spend: 3.579 } })
  })

  it("asks for the columns of a file without known names, and reads them as chosen", async () => {
    const { send, preview, importContent, total } = await desk()
    const id = await send("Datum,Besuche,Endgerät\n2026-10-01,5,Handy\n2026-10-02,6,Handy\n")
    const { preview: first } = await preview(id, { account: "site" })
    expect(first).toMatchObject({ provider: "csv", questions: [{ kind: "columns" }], rows: [] })
    expect(first?.columns.map(({ samples }) => samples)).toEqual([
      ["2026-10-01", "2026-10-02"],
      ["5", "6"],
      ["Handy", "Handy"],
    ])
    const columns = { datum: "date", besuche: "metric:sessions", ["endgerät"]: "dimension:device" }
    const { preview: second } = await preview(id, { account: "site", columns })
    expect(second).toMatchObject({ questions: [], days: 2, totals: { sessions: 11 } })
    expect(await importContent(id, { account: "site", columns })).toMatchObject({ state: "imported", problem: null })
    expect(await total("sessions")).toBe(11)
  })

  it("refuses a line that covers several days, even if the column of the last day is to be ignored", async () => {
    const { send, preview } = await desk()
    const header = "Amount spent (EUR),Impressions,Link clicks,Reporting starts,Reporting ends"
    const id = await send(`${header}\n10.25,1000,15,2026-10-01,2026-10-31\n`)
    const columns = { reporting_ends: "ignored" }
    const { preview: shown } = await preview(id, { account: "1001", columns })
    expect(shown?.errors).toMatchObject([
      { line: 2, detail: expect.stringContaining("covers 2026-10-01 to 2026-10-31") },
    ])
    const lastDays = shown?.columns.filter(({ is_last_day }) => is_last_day)
    expect(lastDays?.map(({ key, use }) => [key, use])).toEqual([["reporting_ends", "date"]])
  })

  it("lists unreadable lines with the days that a partial import leaves out", async () => {
    const { send, preview, importContent, total } = await desk()
    const id = await send("date,sessions\n2026-10-01,5\n2026-10-02,-6\n2026-10-03,x\n")
    const { preview: shown } = await preview(id, { account: "site" })
    expect(shown).toMatchObject({ errors_total: 2, days: 1, may_be_partial: true })
    expect(shown?.errors).toEqual([
      { line: 3, day: "2026-10-02", detail: "sessions: -6 is negative" },
      { line: 4, day: "2026-10-03", detail: 'sessions: "x" is not a number' },
    ])
    expect(await importContent(id, { account: "site" })).toMatchObject({ state: "ready", result: null })
    expect(await total("sessions")).toBeNull()
    const { result } = await importContent(id, { account: "site", partial: true })
    expect(result?.days_left_out).toEqual(["2026-10-02", "2026-10-03"])
    expect(await total("sessions")).toBe(5)
  })

  it("names the days that another file has stored, and imports them only when the user chooses to replace them", async () => {
    const { send, preview, importContent, total } = await desk()
    await importContent(await send("date,sessions\n2026-10-01,5\n2026-10-02,6\n", "october.csv"), { account: "site" })
    const id = await send("date,sessions\n2026-10-02,7\n2026-10-03,8\n", "download.csv")
    const { preview: shown } = await preview(id)
    expect(shown).toMatchObject({ accounts: ["site"] })
    expect(shown?.questions).toEqual([
      { kind: "replace", account: "site", place: "october.csv", from: "2026-10-02", to: "2026-10-02", days: 1 },
    ])
    expect((await importContent(id)).problem).toContain("download.csv would change 1 day")
    expect((await importContent(id, { replace: true })).state).toBe("imported")
    expect(await total("sessions")).toBe(20)
  })

  it.each<[kind: string, content: string, choices: ImportChoices, question: string | undefined, advice: RegExp]>([
    ["no account", "date,sessions\n2026-10-04,1\n", {}, "account", /Answer the question below\.$/],
    ["ambiguous dates", "date,sessions\n11/01/2026,1\n", site, "dates", /Answer the question below\.$/],
    ["ambiguous numbers", "date,ad_spend\n2026-10-04,1.234\n", site, "decimals", /Answer the question below\.$/],
    ["no known column", "ds,y\n2026-10-04,1\n", site, "columns", /Choose the columns below\.$/],
    ["other values", "date,sessions\n2026-10-01,7\n", site, "replace", /Answer the question below\.$/],
    ["the same values", stored, { account: "other" }, "same_values", /Answer the question below\.$/],
    ["an unreadable line", "date,sessions\n2026-10-04,x\n", site, undefined, /import only the days without errors\.$/],
    ["an unknown day", "date,sessions\n1,2\n", { ...site, partial: true }, undefined, /Correct these lines\.$/],
  ])(
    "says what to do on the page, without options of the command, when an import fails because of %s",
    async (...row) => {
      const [_, content, choices, question, advice] = row
      const { send, importContent } = await desk()
      await importContent(await send(stored, "october.csv"), { account: "site" })
      await importContent(await send("date,sessions\n2026-09-01,9\n", "september.csv"), { account: "shop" })
      const { state, problem, preview: shown } = await importContent(await send(content, "download.csv"), choices)
      expect([state, problem]).toEqual(["ready", expect.stringMatching(advice)])
      expect(problem).not.toContain("--")
      expect(shown?.questions.map(({ kind }) => kind)).toEqual(question === undefined ? [] : [question])
    },
  )

  it("explains a file that is not a table of text", async () => {
    const { send, preview } = await desk()
    const found = await preview(await send(Buffer.from([80, 75, 3, 4, 0, 0, 0, 1]), "report.xlsx"))
    expect(found).toMatchObject({
      state: "ready",
      preview: null,
      problem: "report.xlsx is not a text file. Export it as CSV.",
    })
  })

  const ads = "../shared/data/ads/google_ads_campaign_stats_data.csv"
  it.skipIf(!existsSync(ads))("reads a real export of Google Ads in the same way as npm run import", async () => {
    const { send, preview, importContent } = await desk("USD")
    const id = await send(readFileSync(ads), "google_ads_campaign_stats_data.csv")
    const { preview: shown } = await preview(id)
    expect(shown).toMatchObject({ provider: "google_ads", questions: [], problems: [], errors_total: 0 })
    const { result } = await importContent(id)
    expect(result?.totals).toMatchObject(shown?.totals ?? {})
  })
})

describe("an uploaded file", () => {
  it("arrives in parts of any bytes, is deleted after its import, and writes an audit entry", async () => {
    const { team, send, importContent, total } = await desk()
    const lines = Array.from({ length: 40_000 }, (_, n) => `2026-10-01,Ü${n},1`)
    const id = await send(`date,campaign,sessions\n${lines.join("\n")}\n`)
    expect(await storedParts(team)).toBe(2)
    expect(await importContent(id, { account: "site" })).toMatchObject({
      state: "imported",
      result: { lines_read: 40_000 },
    })
    expect(await total("sessions")).toBe(40_000)
    expect(await storedParts(team)).toBe(0)
    const entries = await inTeam(team.id, () => prisma.auditEntry.findMany({ where: { team_id: team.id } }))
    expect(entries.map(({ action, after }) => [action, after])).toMatchObject([
      ["data_source.file_imported", { name: "figures.csv", account: "site" }],
    ])
  })

  it("keeps its parts when an import ends that another one has replaced", async () => {
    const { team, client, ctx, send, get } = await desk()
    const upload_id = await send("date,sessions\n2026-10-01,1\n")
    await run(importFile, ctx, { upload_id, choices: { account: "site" } })
    const where = { team_id: team.id, id: upload_id }
    const isClaimed = () => inTeam(team.id, () => prisma.metricsUpload.count({ where: { ...where, attempt: 1 } }))
    const replaced = await inTeam(team.id, () =>
      prisma.$transaction(
        async (tx) => {
          // The import waits for this lock before it stores the values.
          await tx.$queryRaw`select 1 as locked from pg_advisory_xact_lock(hashtext(${`import of ${client.id} csv`}))`
          const processing = processUpload(upload_id, now)
          await expect.poll(isClaimed).toBe(1)
          await tx.metricsUpload.updateMany({ where, data: { run: { increment: 1 } } })
          return { processing }
        },
        { timeout: 60_000 },
      ),
    )
    await replaced.processing
    expect([(await get(upload_id)).state, await storedParts(team)]).toEqual(["importing", 1])
  })

  it("leaves nothing behind when its import fails or is canceled", async () => {
    const { team, ctx, send, importContent } = await desk()
    const id = await send("date,sessions\n2026-10-01,x\n")
    const { state, problem } = await importContent(id, { account: "site" })
    expect([state, problem]).toEqual(["ready", expect.stringContaining("line 2")])
    expect([await storedFacts(team), await storedSources(team)]).toEqual([0, 0])
    await run(cancelUpload, ctx, { upload_id: id })
    expect(await storedParts(team)).toBe(0)
  })

  it("is not imported for an archived client", async () => {
    const { team, client, ctx, send } = await desk()
    const upload_id = await send("date,sessions\n2026-10-01,1\n")
    await inTeam(team.id, () =>
      prisma.client.updateMany({ where: { team_id: team.id, id: client.id }, data: { status: "archived" } }),
    )
    const importing = run(importFile, ctx, { upload_id, choices: {} })
    await expect(importing).rejects.toThrow("The client is archived. Restore it before you import metrics.")
    expect(await storedFacts(team)).toBe(0)
  })

  it("is invisible to viewers and other teams", async () => {
    const { team, client, send } = await desk()
    const upload_id = await send("date,sessions\n2026-10-01,1\n")
    const other = asPerson(await freshTeam(), "owner")
    const viewer = asPerson(team, "viewer")
    const part = { upload_id, number: 0, content: "" }
    const start = { client_id: client.id, file_name: "a.csv", bytes: 1 }
    for (const [ctx, code] of [
      [other, "resource_not_found"],
      [viewer, "role_missing"],
    ] as const) {
      await expect(run(getUpload, ctx, { upload_id })).rejects.toMatchObject({ code })
      await expect(run(uploadPart, ctx, part)).rejects.toMatchObject({ code })
      await expect(run(previewImport, ctx, { upload_id, choices: {} })).rejects.toMatchObject({ code })
      await expect(run(importFile, ctx, { upload_id, choices: {} })).rejects.toMatchObject({ code })
      await expect(run(cancelUpload, ctx, { upload_id })).rejects.toMatchObject({ code })
      await expect(run(startUpload, ctx, start)).rejects.toMatchObject({ code })
    }
  })

  it("is refused when it is too large, incomplete, or has parts of another size", async () => {
    const { ctx, client } = await desk()
    const start = (bytes: number) =>
      run(startUpload, ctx, { client_id: client.id, file_name: "a.csv", bytes }).then(({ data }) => data.upload_id)
    await expect(start(50_000_001)).rejects.toMatchObject({ code: "body_too_large" })
    const upload_id = await start(3)
    await expect(run(previewImport, ctx, { upload_id, choices: {} })).rejects.toMatchObject({ code: "state_conflict" })
    const content = Buffer.from("four").toString("base64")
    await expect(run(uploadPart, ctx, { upload_id, number: 0, content })).rejects.toMatchObject({
      code: "parameter_invalid",
    })
    await expect(start(3)).resolves.not.toBe(upload_id)
    await expect(run(getUpload, ctx, { upload_id })).rejects.toMatchObject({ code: "resource_not_found" })
  })

  it("is found by the sweep while no process works on it, and is abandoned after three processes died", async () => {
    const { team, ctx, send, get } = await desk()
    const upload_id = await send("date,sessions\n2026-10-01,1\n")
    await run(previewImport, ctx, { upload_id, choices: {} })
    expect((await idleUploads()).map(({ id }) => id)).toContain(upload_id)
    const dead = { lease_until: new Date("2026-11-20T11:00:00Z"), attempt: 3 }
    await inTeam(team.id, () =>
      prisma.metricsUpload.updateMany({ where: { team_id: team.id, id: upload_id }, data: dead }),
    )
    await processUpload(upload_id, now)
    expect((await get(upload_id)).problem).toContain("interrupted several times")
  })

  it("may have a name that is too long for a file system", async () => {
    const { send, importContent } = await desk()
    const id = await send("date,sessions\n2026-10-01,1\n", `${"ж".repeat(190)}.csv`)
    expect(await importContent(id, { account: "site" })).toMatchObject({ state: "imported", problem: null })
  })

  it.each([
    ["a NUL character in a column", "date,ses\0sions\n2026-10-01,1\n"],
    ["a NUL character in a value", "date,campaign,sessions\n2026-10-01,a\0b,1\n"],
    ["a long column of emoji", `date,${"x"}${"😀".repeat(700)}\n2026-10-01,1\n`],
    ["long values of emoji", `date,campaign,sessions\n2026-10-01,x${"😀".repeat(700)},y${"😀".repeat(700)}\n`],
  ])("is checked to its end with %s", async (_, content) => {
    const { send, preview } = await desk()
    expect((await preview(await send(content))).state).toBe("ready")
  })

  it("accepts no part that arrives while its check is being started", async () => {
    const { team, ctx, send } = await desk()
    const upload_id = await send("date,sessions\n2026-10-01,1\n")
    const content = Buffer.from("date,sessions\n2026-10-01,2\n").toString("base64")
    const where = { team_id: team.id, id: upload_id }
    const late = await inTeam(team.id, () =>
      prisma.$transaction(async (tx) => {
        await requireUpload(team.id, upload_id, tx)
        await tx.metricsUpload.updateMany({ where, data: { state: "checking" } })
        const sending = run(uploadPart, ctx, { upload_id, number: 0, content }).catch(({ code }) => code)
        // Without the lock, the part is stored now. With it, the part waits for the end of this transaction.
        await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, 200))])
        return { sending }
      }),
    )
    expect(await late.sending).toBe("state_conflict")
  })

  it("is deleted after a day", async () => {
    const { team, send, get } = await desk()
    const id = await send("date,sessions\n2026-10-01,1\n")
    await deleteExpired("metrics_upload")
    await expect(get(id)).rejects.toMatchObject({ code: "resource_not_found" })
    expect(await storedParts(team)).toBe(0)
  })
})
