import { expect, it, onTestFinished, vi } from "vitest"
import { fakeBingWebmaster } from "../testing/fakes/bing-webmaster"
import { startFake } from "../testing/fakes/fake-platform"
import { bingWebmaster } from "./bing-webmaster"
import { openSession } from "./session"

const site = { id: "https://example.com/", name: "Example", timezone: "UTC", currency: null, options: {} }
const window = { from: "2026-11-01", to: "2026-11-30", weekStartsOn: 1 }

/** Reads the traffic of a site for which the API returns one day, with this date. */
async function read(date: string) {
  const json = { d: [{ Date: date, Clicks: 3, Impressions: 30 }] }
  const fake = await startFake({ ...fakeBingWebmaster, respond: () => ({ json }) })
  vi.stubEnv("DATA_SOURCE_URLS", JSON.stringify({ bing_webmaster: fake.url }))
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await fake.close()
  })
  const session = openSession("bing_webmaster", { kind: "token", token: "a-key" }, AbortSignal.timeout(10_000))
  return (await bingWebmaster.read(session, site, window)).rows.map((row) => row.date)
}

it.each([
  [`/Date(${Date.parse("2026-11-20T08:00:00Z")}-0800)/`, "2026-11-20"],
  [`/Date(${Date.parse("2026-11-20T07:59:59Z")}-0800)/`, "2026-11-19"],
  [`/Date(${Date.parse("2026-11-20T15:00:00Z")}+0900)/`, "2026-11-21"],
  [`/Date(${Date.parse("2026-11-20T00:00:00Z")})/`, "2026-11-20"],
])("the date %s is a day in the time zone of its offset", async (date, day) => {
  expect(await read(date)).toEqual([day])
})

it.each(["2026-11-20", "", "/Date(99999999999999999-0800)/"])("the date %j is an error", async (date) => {
  await expect(read(date)).rejects.toMatchObject({
    code: "response_invalid",
    message: expect.stringContaining("It contains a date that cannot be read."),
  })
})
