import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { now, reportWithFacts } from "@/domain/testing/live-report"
import { freshReport } from "@/domain/testing/report"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { archiveReport } from "../editing/archive"
import { updateLayout } from "../editing/update-layout"
import { getReport } from "../get"
import { listCommentary } from "./list-commentary"
import { setCommentary } from "./set-commentary"

const october = { from: "2026-10-01", to: "2026-10-31" }

async function setup(website_url = "https://shop.example/de") {
  const team = await freshTeam()
  const client = await freshClient(team, { domains: ["bikes.example"], website_url })
  const { id: report_id } = await freshReport(team, client)
  let seconds = 0
  function nextSecond() {
    seconds++
    return new Date(Date.UTC(2026, 10, 2, 8, 0, seconds))
  }
  const set = (given: object, role: "viewer" | "member" = "member") =>
    run(setCommentary, asPerson(team, role, nextSecond), {
      report_id,
      markdown: "Revenue rose.",
      ...october,
      ...given,
    })
  const get = async (range: object) =>
    (await run(getReport, asKey(team), { report_id, ...range })).data.commentary.map((one) => one.markdown)
  const history = async (more: object = {}) =>
    (await run(listCommentary, asPerson(team, "viewer"), { report_id, ...more })).data.map((one) => one.markdown)
  const section_id = (await run(getReport, asKey(team), { report_id })).data.sections[0]?.id ?? ""
  return { team, client, report_id, section_id, set, get, history }
}

describe("reports.setCommentary", () => {
  it("replaces the text of the period and keeps every text in the history", async () => {
    const { team, report_id, set, get, history } = await setup()
    await set({ markdown: "First." })
    const { data } = await set({ markdown: "Second, see [the shop](https://www.bikes.example)." })
    expect(data).toMatchObject({ section_id: null, period: october, author: "Ada Test" })
    expect(await get(october)).toEqual(["Second, see [the shop](https://www.bikes.example)."])
    expect(await history()).toEqual(["Second, see [the shop](https://www.bikes.example).", "First."])
    const first = await run(listCommentary, asPerson(team), { report_id, limit: 1 })
    expect(await history({ limit: 1, cursor: first.meta.next_cursor })).toEqual(["First."])
    const { data: entries } = await run(listAudit, asPerson(team), { subject_id: report_id })
    const second = { ...october, section_id: null, markdown: data.markdown }
    expect(entries).toMatchObject([
      { action: "report.commentary_set", before: { markdown: "First." }, after: second },
      { action: "report.commentary_set", before: null, after: { markdown: "First." } },
    ])
  })

  it("keeps the texts of the report and of its sections apart", async () => {
    const { section_id, set, get, history } = await setup()
    await set({ markdown: "About all." })
    await set({ markdown: "About the section.", section_id })
    expect(await get(october)).toEqual(["About all.", "About the section."])
    expect(await history({ section_id })).toEqual(["About the section."])
    expect(await history({ section_id: null })).toEqual(["About all."])
  })

  it("is shown for its period, or else for periods that contain its last day", async () => {
    const { set, get } = await setup()
    await set({ markdown: "October." })
    await set({ markdown: "Last week.", from: "2026-10-25", to: "2026-10-31" })
    await set({ markdown: "First week.", from: "2026-10-01", to: "2026-10-07" })
    expect(await get(october)).toEqual(["October."])
    expect(await get({ from: "2026-10-25", to: "2026-10-31" })).toEqual(["Last week."])
    expect(await get({ from: "2026-10-01", to: "2026-10-20" })).toEqual(["First week."])
    expect(await get({ from: "2026-11-01", to: "2026-11-30" })).toEqual([])
  })

  it("removes the text when it is empty, and keeps the history", async () => {
    const { set, get, history } = await setup()
    await set({ markdown: "Wrong." })
    await set({ markdown: "" })
    expect(await get(october)).toEqual([])
    expect(await history()).toEqual(["", "Wrong."])
  })

  it("is part of the live data of its period", async () => {
    const { team, report, live } = await reportWithFacts([{ kind: "metric", query: { metrics: ["sessions"] } }])
    const period = { from: "2026-10-23", to: "2026-11-19" }
    const given = { report_id: report.id, ...period, markdown: "A good month." }
    await run(setCommentary, asPerson(team, "member", now), given)
    expect((await live()).data.commentary).toMatchObject([{ markdown: "A good month.", period, author: "Ada Test" }])
    expect((await live({ range: "last_month" })).data.commentary).toEqual([])
  })

  it("disappears with its section, and stays in the history", async () => {
    const { team, report_id, section_id, set, get, history } = await setup()
    await set({ markdown: "About the section.", section_id })
    await run(updateLayout, asPerson(team), { report_id, version: 1, sections: [] })
    expect(await get(october)).toEqual([])
    expect(await history()).toEqual(["About the section."])
  })

  it.each([
    [{ markdown: "x".repeat(5_001) }, "markdown"],
    [{ markdown: "[a](https://evil.example)" }, "markdown"],
    [{ markdown: "![a](https://bikes.example/a.png)" }, "markdown"],
    [{ markdown: "<b>bold</b>" }, "markdown"],
    [{ from: "2026-11-02", to: "2026-11-01" }, "from"],
  ])("rejects %o", async (given, parameter) => {
    const { set, history } = await setup()
    await expect(set(given)).rejects.toMatchObject({ code: "parameter_invalid", errors: [{ parameter }] })
    expect(await history()).toEqual([])
  })

  it("says how to correct a period that ends before it starts", async () => {
    const { set } = await setup()
    await expect(set({ from: "2026-11-02", to: "2026-11-01" })).rejects.toMatchObject({
      errors: [{ detail: "from is after to.", fix: "Send the earlier date first." }],
    })
  })

  it("accepts 5,000 characters, and links to the client's website", async () => {
    const { set } = await setup()
    expect((await set({ markdown: "x".repeat(5_000) })).data.markdown).toHaveLength(5_000)
    expect((await set({ markdown: "[a](https://shop.example)" })).data.markdown).toContain("shop.example")
  })

  it.each(["https://com/", "https://www.com/", "https://com./", "https://www.co.uk/"])(
    "ignores the client's website %s, whose host is not a domain",
    async (websiteUrl) => {
      const { set } = await setup(websiteUrl)
      for (const host of ["evil.com", "evil.co.uk"])
        await expect(set({ markdown: `[a](https://${host})` })).rejects.toMatchObject({ code: "parameter_invalid" })
      expect((await set({ markdown: "[a](https://bikes.example)" })).data.markdown).toContain("bikes.example")
    },
  )

  it("rejects viewers, archived reports, and sections and reports of others", async () => {
    const { team, client, report_id, set } = await setup()
    await expect(set({}, "viewer")).rejects.toMatchObject({ code: "role_missing" })
    const { id } = await freshReport(team, client)
    const other = await inTeam(team.id, () => prisma.reportSection.findFirstOrThrow({ where: { report_id: id } }))
    await expect(set({ section_id: other.id })).rejects.toMatchObject({ code: "resource_not_found" })
    await expect(set({ report_id: newId("report") })).rejects.toMatchObject({ code: "resource_not_found" })
    await expect(run(listCommentary, asPerson(await freshTeam()), { report_id })).rejects.toMatchObject({
      code: "resource_not_found",
    })
    await run(archiveReport, asPerson(team), { report_id })
    await expect(set({})).rejects.toMatchObject({ code: "state_conflict" })
  })
})
