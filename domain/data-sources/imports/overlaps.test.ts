import { describe, expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { inTeam, prisma } from "@/prisma/client"
import { writeFacts } from "../facts/write-facts"
import { createImportFixture } from "../testing/import-fixture"

const header = "date,campaign,sessions,page_views\n"
const october = `${header}2026-10-01,A,10,21\n2026-10-02,A,20,42\n2026-10-03,B,30,63\n`

describe("the account of a file that names none", () => {
  it("must be given once, and is remembered as long as the client has only one", async () => {
    const { importContent, total, sources } = await createImportFixture()
    await expect(importContent(october)).rejects.toThrow(/does not name the account that it comes from\.$/)
    expect(await sources()).toEqual([])
    await importContent(october, { account: "website" })
    expect(await importContent(october, {}, "figures (1).csv")).toMatchObject({ accounts: ["website"], facts_added: 0 })
    expect(await total("sessions")).toBe(60)
    await importContent(`${header}2026-10-09,A,1,2\n`, { account: "shop" })
    await expect(importContent(october)).rejects.toThrow(/This client has the accounts shop, website/)
  })

  it("must not contradict the account in the file", async () => {
    const { importContent } = await createImportFixture()
    const text = "Day,Customer ID,Cost,Impr.,Clicks\n2026-10-01,123-456-7890,1.5,10,1\n"
    await expect(importContent(text, { account: "999" })).rejects.toThrow(
      /line 2: belongs to account 1234567890, not 999/,
    )
    expect(await importContent(text, { account: "123-456-7890" })).toMatchObject({ accounts: ["1234567890"] })
  })
})

describe("days that are already stored from another file", () => {
  it("are updated only when the caller says that the new file wins", async () => {
    const { importContent, total } = await createImportFixture()
    await importContent(october, { account: "website" }, "october.csv")
    const restated = october.replace("20,42", "25,42")
    await expect(importContent(restated, {}, "download.csv")).rejects.toThrow(
      /download\.csv would change 1 day of account website \(2026-10-02 to 2026-10-02\) that came from october\.csv\.$/,
    )
    expect(await total("sessions")).toBe(60)
    await importContent(restated, { replace: true }, "download.csv")
    expect(await total("sessions")).toBe(65)
    await expect(importContent(october, {}, "october.csv")).rejects.toThrow(/came from download\.csv/)
  })

  it("came from the later of two imports that ended at the same time", async () => {
    const { team, importContent, total } = await createImportFixture()
    await importContent(october, { account: "website" }, "october.csv")
    const later = { replace: true, now: new Date("2026-11-20T12:00:01Z") }
    await importContent(october.replace("20,42", "25,42"), later, "download.csv")
    await inTeam(team.id, () =>
      prisma.syncRun.updateMany({ where: { team_id: team.id }, data: { finished_at: new Date("2026-10-05") } }),
    )
    await importContent(october.replace("20,42", "26,42"), {}, "download.csv")
    expect(await total("sessions")).toBe(66)
  })

  it("are updated from a file with the same name", async () => {
    const { importContent, total } = await createImportFixture()
    await importContent(october, { account: "website" })
    await importContent(october.replace("20,42", "25,42"))
    expect(await total("sessions")).toBe(65)
  })

  it("are updated only when the caller says so if the account was connected and they came from a sync", async () => {
    const { team, importContent, total, sources, change } = await createImportFixture()
    await importContent(october, { account: "website" })
    const [source] = await sources()
    await change({ status: "disconnected" })
    const days = {
      window_from: new Date("2026-09-01"),
      done_from: new Date("2026-10-02"),
      window_to: new Date("2026-10-03"),
    }
    const run = { id: newId("syncRun"), team_id: team.id, data_source_id: source?.id ?? "", trigger: "manual" }
    await inTeam(team.id, () =>
      prisma.syncRun.create({ data: { ...run, ...days, status: "partial", finished_at: new Date() } }),
    )
    const restated = october.replace("20,42", "25,42")
    await expect(importContent(restated)).rejects.toThrow(
      /2026-10-02 to 2026-10-02\) that came from the connected account/,
    )
    await importContent(restated, { replace: true })
    expect(await total("sessions")).toBe(65)
  })

  it("do not lose a breakdown to a file without it", async () => {
    const { importContent, ask } = await createImportFixture()
    await importContent(october, { account: "website" }, "by-campaign.csv")
    const byDay = "date,sessions\n2026-10-01,10\n2026-10-02,20\n2026-10-03,30\n"
    await expect(importContent(byDay, {}, "by-day.csv")).rejects.toThrow(/would change 3 days/)
    expect((await ask({ metrics: ["sessions"], dimensions: ["campaign"] })).rows).toHaveLength(2)
  })
})

describe("values that another account already has", () => {
  it("are refused, and both accounts are named", async () => {
    const { importContent, total, sources } = await createImportFixture()
    await importContent(october, { account: "website" })
    const copy = `${october}2026-10-04,B,40,84\n`
    await expect(importContent(copy, { account: "site" }, "copy.csv")).rejects.toThrow(
      /same values for account site as account website already has on 3 days \(2026-10-01 to 2026-10-03\)/,
    )
    expect(await total("sessions")).toBe(60)
    expect(await sources()).toHaveLength(1)
  })

  it("move to the new account with `replace`, and the other account disappears if it has no other days", async () => {
    const { importContent, total, sources } = await createImportFixture()
    await importContent(october, { account: "file-name" })
    await importContent(october, { account: "website", replace: true })
    expect(await total("sessions")).toBe(60)
    expect(await sources()).toMatchObject([{ account_id: "website" }])
  })

  it("move to the new account with `replace`, and the other account has only the days that remain", async () => {
    const { importContent, sources } = await createImportFixture()
    const spans = async () =>
      (await sources()).map(({ account_id, data_from, data_through, final_through }) => [
        account_id,
        ...[data_from, data_through, final_through].map((day) => day?.toISOString().slice(0, 10)),
      ])
    await importContent(`${october}2026-10-05,A,1,2\n2026-10-06,A,3,4\n2026-10-09,A,5,6\n`, { account: "file-name" })
    await importContent(october, { account: "website", replace: true })
    expect(await spans()).toEqual([
      ["file-name", "2026-10-05", "2026-10-09", "2026-10-09"],
      ["website", "2026-10-01", "2026-10-03", "2026-10-03"],
    ])
    await importContent(`${header}2026-10-09,A,5,6\n`, { account: "website", replace: true })
    expect(await spans()).toEqual([
      ["file-name", "2026-10-05", "2026-10-06", "2026-10-06"],
      ["website", "2026-10-01", "2026-10-09", "2026-10-09"],
    ])
  })

  it("are refused on the first day of a week whose count of people is stored, too", async () => {
    const { team, client, importContent, sources } = await createImportFixture()
    const monday = "date,users\n2026-10-05,10\n"
    await importContent(monday, { account: "website" })
    const [source] = await sources()
    const key = { client_id: client.id, data_source_id: source?.id ?? "", currency: null, metric_id: "users", dims: {} }
    const week = { ...key, date: "2026-10-05", grain: "week" as const, value: 40 }
    await writeFacts(team.id, [week], new Date())
    await expect(importContent(monday, { account: "site" })).rejects.toThrow(/same values for account site/)
  })

  it("count twice with `keepBoth`, and the same import again changes nothing", async () => {
    const { importContent, total } = await createImportFixture()
    await importContent(october, { account: "north" })
    await importContent(october, { account: "south", keepBoth: true })
    expect(await total("sessions")).toBe(120)
    expect(await importContent(october, { account: "south" })).toMatchObject({ facts_added: 0, facts_restated: 0 })
  })

  it("are accepted when most days differ", async () => {
    const { importContent, total } = await createImportFixture()
    await importContent(october, { account: "north" })
    await importContent(`${header}2026-10-01,A,10,21\n2026-10-02,A,1,2\n2026-10-03,B,2,3\n`, { account: "south" })
    expect(await total("sessions")).toBe(73)
  })
})

describe("an account that is connected", () => {
  const connected = async () => {
    const desk = await createImportFixture()
    await desk.importContent(october, { account: "website" })
    await desk.change({ credentials_ref: "grt_0000000000000000000000000a", status: "active" })
    return desk
  }

  it("takes no files", async () => {
    const { importContent, total, sources } = await connected()
    const before = await sources()
    for (const replace of [false, true])
      await expect(importContent(october.replace("20,42", "25,42"), { account: "website", replace })).rejects.toThrow(
        /account website of this client is connected.*disconnect the data source/,
      )
    expect([await total("sessions"), await sources()]).toEqual([60, before])
  })

  it("does not lose its days to a file of another account", async () => {
    const { importContent, total } = await connected()
    for (const replace of [false, true])
      await expect(importContent(october, { account: "site", replace })).rejects.toThrow(
        /same values for account site as the connected account website/,
      )
    expect(await total("sessions")).toBe(60)
    await importContent(october, { account: "site", keepBoth: true })
    expect(await total("sessions")).toBe(120)
  })
})

it.each(["paused", "disconnected"])("a file does not change the status of an account that is %s", async (status) => {
  const { importContent, total, sources, change } = await createImportFixture()
  await importContent(october, { account: "website" })
  await change({ status })
  await importContent(october.replace("20,42", "25,42"))
  expect([await total("sessions"), (await sources())[0]?.status]).toEqual([65, status])
})
