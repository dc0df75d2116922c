import { describe, expect, it } from "vitest"
import { importDesk } from "./testing/import-desk"

const lines = (...of: string[]) => `${of.join("\n")}\n`

describe("a download from Google Ads", () => {
  const report = lines(
    "Campaign report",
    '"October 1, 2026 - October 31, 2026"',
    "Day,Campaign,Campaign ID,Currency code,Cost,Impr.,Clicks,CTR,Conversions,Conv. value",
    '2026-10-01,Brand,111,EUR,"1,234.50","12,000",340,2.83%,7.50,400.00',
    "2026-10-01,Generic,222,EUR,10.25,900,12,1.33%,0.00,0.00",
    "2026-10-02,Brand,111,EUR,0.75,100,3,3.00%,1.00,20.00",
    'Total: Campaigns, --, --,EUR,"1,245.50","13,000",355,2.73%,8.50,420.00',
    'Total: Account, --, --,EUR,"1,245.50","13,000",355,2.73%,8.50,420.00',
  )

  it("has a title and a date range above its header, and totals that are not counted", async () => {
    const { bring, ask } = await importDesk("EUR")
    const summary = await bring(report, { account: "123-456-7890" })
    expect(summary).toMatchObject({
      ...{ provider: "google_ads", accounts: ["1234567890"], lines_read: 5, total_lines: 2 },
      ...{ from: "2026-10-01", to: "2026-10-02", errors: [], ignored_columns: ["CTR"] },
      totals: { ad_spend: 1245.5, ad_impressions: 13_000, ad_clicks: 355, ad_conversions: 8.5 },
    })
    const { rows } = await ask({ metrics: ["ad_spend"], dimensions: ["campaign"] })
    expect(rows.map((row) => [row.dims["campaign"], row.values["ad_spend"]?.value])).toEqual([
      ["Brand", 1235.25],
      ["Generic", 10.25],
    ])
  })

  it.each(["little", "big"])("may be in UTF-16, %s endian, with tabs", async (order) => {
    const { bring, ask } = await importDesk("EUR")
    const text = lines(
      "Report",
      "1 - 31 October 2026",
      "Day\tCampaign\tCost\tImpr.\tClicks",
      "2026-10-01\tÜbermut\t1.50\t10\t2",
    )
    const encoded = Buffer.from(`\ufeff${text}`, "utf16le")
    const summary = await bring(order === "big" ? encoded.swap16() : encoded, { account: "1" })
    expect(summary).toMatchObject({ provider: "google_ads", errors: [], totals: { ad_spend: 1.5 } })
    const { rows } = await ask({ metrics: ["ad_clicks"], dimensions: ["campaign"] })
    expect(rows.map((row) => row.dims["campaign"])).toEqual(["Übermut"])
  })

  it("stores names, and the id only where campaigns share a name", async () => {
    const { bring, ask } = await importDesk("EUR")
    const text = lines(
      "Day,Campaign,Campaign ID,Cost,Impr.,Clicks",
      "2026-10-01,Spring,1,1.5,10,1",
      "2026-10-01,Spring,2,2.5,10,2",
      "2026-10-01,Autumn,3,3.5,10,4",
    )
    await bring(text, { account: "1" })
    const { rows } = await ask({ metrics: ["ad_clicks"], dimensions: ["campaign"] })
    expect(rows.map((row) => row.dims["campaign"])).toEqual(["Autumn", "Spring (2)", "Spring (1)"])
  })
})

describe("a download from Meta Ads Manager", () => {
  const header =
    "Campaign name,Day,Campaign delivery,Results,Result indicator,Reach,Amount spent (EUR),Impressions,Link clicks,Reporting starts,Reporting ends"

  it("has its currency in a column name, and a summary line", async () => {
    const { bring, sources } = await importDesk("USD")
    const summary = await bring(
      lines(
        header,
        ",,,5,,400,30.5,3000,40,2026-10-01,2026-10-31",
        "Spring,2026-10-01,active,2,actions:lead,150,10.25,1000,15,2026-10-01,2026-10-01",
        "Spring,2026-10-02,active,3,actions:lead,250,20.25,2000,25,2026-10-02,2026-10-02",
      ),
      { account: "act_440003300" },
    )
    expect(summary).toMatchObject({
      ...{ provider: "meta_ads", accounts: ["440003300"], total_lines: 1, errors: [] },
      totals: { ad_spend: 30.5, ad_clicks: 40, ad_impressions: 3000, ad_conversions: 5 },
    })
    expect(await sources()).toMatchObject([{ account_currency: "EUR" }])
    await expect(bring(lines(header, "A,2026-10-01,,1,,1,1,1,1,,"), { account: "2", currency: "USD" })).rejects.toThrow(
      /columns of the file are in EUR, but --currency is USD/,
    )
  })

  it("is refused when a line covers several days", async () => {
    const { bring } = await importDesk()
    const text = lines(
      "Campaign name,Amount spent (USD),Impressions,Link clicks,Reporting starts,Reporting ends",
      "Spring,10.25,1000,15,2026-10-01,2026-10-31",
    )
    await expect(bring(text, { account: "1" })).rejects.toThrow(/covers 2026-10-01 to 2026-10-31.*each day/)
  })
})

describe("a download from Google Analytics", () => {
  it("has comments above its header, and dates without dashes", async () => {
    const { bring } = await importDesk()
    const summary = await bring(
      lines(
        "# ----------------------------------------",
        "# Traffic acquisition: Session primary channel group (Default Channel Group)",
        "# Start date: 20261001",
        "# End date: 20261031",
        "# ----------------------------------------",
        "",
        "Date,Session primary channel group (Default Channel Group),Sessions,Engaged sessions,Key events,Total revenue",
        "20261001,Organic Search,100,60,5,250.5",
        "20261001,Direct,50,20,1,0",
        "20261002,Organic Search,80,50,2,10",
        ",,230,130,8,260.5,Grand total",
      ),
      { account: "properties/42" },
    )
    expect(summary).toMatchObject({
      ...{ provider: "ga4", total_lines: 1, errors: [], from: "2026-10-01", to: "2026-10-02" },
      totals: { sessions: 230, engaged_sessions: 130, key_events: 8, revenue: 260.5 },
    })
  })
})

describe("a download from Search Console", () => {
  it("is recognized by its columns", async () => {
    const { bring, ask } = await importDesk()
    const text = lines(
      "Date,Clicks,Impressions,CTR,Position",
      "2026-10-01,30,1000,3%,8.5",
      "2026-10-02,10,3000,0.33%,12.5",
    )
    const summary = await bring(text, { account: "sc-domain:bakery.example" })
    expect(summary).toMatchObject({ provider: "search_console", errors: [], ignored_columns: ["CTR"] })
    const { totals } = await ask({ metrics: ["search_clicks", "search_position"] })
    expect(totals).toMatchObject({ search_clicks: { value: 40 }, search_position: { value: 11.5 } })
  })
})

describe("the encoding of a file", () => {
  const text = "date,campaign,sessions\n2026-10-01,Café «Größe» 5 €,1\n"
  const windows1252 = (content: string) =>
    Buffer.from([...content].map((c) => (c === "€" ? 0x80 : (c.codePointAt(0) ?? 0))))

  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text}`)],
    ["Windows-1252", windows1252(text)],
    ["UTF-16 with a byte order mark", Buffer.from(`\ufeff${text}`, "utf16le")],
  ])("may be %s", async (_, content) => {
    const { bring, ask } = await importDesk()
    await bring(content, { account: "1" })
    const { rows } = await ask({ metrics: ["sessions"], dimensions: ["campaign"] })
    expect(rows.map((row) => row.dims["campaign"])).toEqual(["Café «Größe» 5 €"])
  })

  it("is found even when the first letter outside ASCII is at the end of the file", async () => {
    const { bring, ask } = await importDesk()
    const filler = Array.from({ length: 20_000 }, (_, n) => `2026-10-${String((n % 28) + 1).padStart(2, "0")},A,1`)
    await bring(windows1252(lines("date,campaign,sessions", ...filler, "2026-10-30,Café,1")), { account: "1" })
    const { rows } = await ask({ metrics: ["sessions"], dimensions: ["campaign"] })
    expect(rows.map((row) => row.dims["campaign"])).toEqual(["A", "Café"])
  })

  it.each([
    ["Cyrillic (Windows-1251)", Buffer.from([0xc2, 0xe5, 0xf1, 0xed, 0xe0])],
    ["Polish (Windows-1250)", Buffer.from([0x4b, 0x73, 0x69, 0xb9, 0xbf, 0x6b, 0x61])],
    ["Polish (ISO 8859-2)", Buffer.from([0x4d, 0x61, 0xb3, 0x61])],
    ["bytes without a character", Buffer.from([0x41, 0x81, 0x42])],
  ])("is refused for %s", async (_, name) => {
    const { bring } = await importDesk()
    const content = Buffer.concat([Buffer.from("date,campaign,sessions\n2026-10-01,"), name, Buffer.from(",1\n")])
    await expect(bring(content, { account: "1" })).rejects.toThrow(/Save it as UTF-8/)
  })
})

describe("a file that can be read in two ways", () => {
  it("is refused, and imported when the caller says how it is written", async () => {
    const { bring, total, sources } = await importDesk()
    const dates = lines("date,sessions", ...Array.from({ length: 10 }, (_, n) => `11/${n + 1}/2026,1`))
    await expect(bring(dates, { account: "1" })).rejects.toThrow(/2026-01-11 to 2026-10-11.*2026-11-01 to 2026-11-10/)
    const numbers = lines("date,ad_spend", "2026-10-01,1.234", "2026-10-02,2.500")
    await expect(bring(numbers, { account: "1" })).rejects.toThrow(/1\.234 or 1234/)
    expect(await sources()).toEqual([])
    expect(await bring(dates, { account: "1", dates: "mdy" })).toMatchObject({ from: "2026-11-01", to: "2026-11-10" })
    await bring(numbers, { account: "1", decimalMark: "," })
    expect(await total("ad_spend")).toBe(3734)
  })

  it("is not read from its first lines alone", async () => {
    const { bring } = await importDesk()
    const ambiguous = Array.from({ length: 2_000 }, (_, n) => `0${(n % 9) + 1}/01/2026,1`)
    const summary = await bring(lines("date,sessions", ...ambiguous, "03/25/2026,1"), { account: "1" })
    expect(summary).toMatchObject({ errors: [], from: "2026-01-01", to: "2026-09-01" })
  })
})
