import { describe, expect, it } from "vitest"
import { createImportFixture } from "../testing/import-fixture"

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
    const { importContent, ask } = await createImportFixture("EUR")
    const summary = await importContent(report, { account: "123-456-7890" })
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
    const { importContent, ask } = await createImportFixture("EUR")
    const text = lines(
      "Report",
      "1 - 31 October 2026",
      "Day\tCampaign\tCost\tImpr.\tClicks",
      "2026-10-01\tÜbermut\t1.50\t10\t2",
    )
    const encoded = Buffer.from(`\ufeff${text}`, "utf16le")
    const summary = await importContent(order === "big" ? encoded.swap16() : encoded, { account: "1" })
    expect(summary).toMatchObject({ provider: "google_ads", errors: [], totals: { ad_spend: 1.5 } })
    const { rows } = await ask({ metrics: ["ad_clicks"], dimensions: ["campaign"] })
    expect(rows.map((row) => row.dims["campaign"])).toEqual(["Übermut"])
  })

  it("stores names, and the id only where campaigns share a name", async () => {
    const { importContent, ask } = await createImportFixture("EUR")
    const text = lines(
      "Day,Campaign,Campaign ID,Cost,Impr.,Clicks",
      "2026-10-01,Spring,1,1.5,10,1",
      "2026-10-01,Spring,2,2.5,10,2",
      "2026-10-01,Autumn,3,3.5,10,4",
    )
    await importContent(text, { account: "1" })
    const { rows } = await ask({ metrics: ["ad_clicks"], dimensions: ["campaign"] })
    expect(rows.map((row) => row.dims["campaign"])).toEqual(["Autumn", "Spring (2)", "Spring (1)"])
  })
})

describe("a download from Meta Ads Manager", () => {
  const header =
    "Campaign name,Day,Campaign delivery,Results,Result indicator,Reach,Amount spent (EUR),Impressions,Link clicks,Reporting starts,Reporting ends"

  it("has its currency in a column name, and a summary line", async () => {
    const { importContent, sources } = await createImportFixture("USD")
    const summary = await importContent(
      lines(
        header,
        ",,,5,,400,30.5,3000,40,2026-10-01,2026-10-31",
        "Spring,2026-10-01,active,2,actions:lead,150,10.25,1000,15,2026-10-01,2026-10-01",
        "Spring,2026-10-02,active,3,actions:lead,250,20.25,2000,25,2026-10-02,2026-10-02",
      ),
      { account: "440003300" },
    )
    expect(summary).toMatchObject({
      ...{ provider: "meta_ads", accounts: ["act_440003300"], total_lines: 1, errors: [] },
      totals: { ad_spend: 30.5, ad_clicks: 40, ad_impressions: 3000, ad_conversions: 5 },
    })
    expect(await sources()).toMatchObject([{ account_currency: "EUR" }])
    await expect(
      importContent(lines(header, "A,2026-10-01,,1,,1,1,1,1,,"), { account: "2", currency: "USD" }),
    ).rejects.toThrow(/columns of the file are in EUR, but the chosen currency is USD/)
  })

  it("is refused when a line covers several days", async () => {
    const { importContent } = await createImportFixture()
    const text = lines(
      "Campaign name,Amount spent (USD),Impressions,Link clicks,Reporting starts,Reporting ends",
      "Spring,10.25,1000,15,2026-10-01,2026-10-31",
    )
    await expect(importContent(text, { account: "1" })).rejects.toThrow(/covers 2026-10-01 to 2026-10-31.*each day/)
  })
})

describe("a download from Google Analytics", () => {
  it("has comments above its header, and dates without dashes", async () => {
    const { importContent } = await createImportFixture()
    const summary = await importContent(
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
      { account: "42" },
    )
    expect(summary).toMatchObject({
      ...{
        provider: "ga4",
        accounts: ["properties/42"],
        total_lines: 1,
        errors: [],
        from: "2026-10-01",
        to: "2026-10-02",
      },
      totals: { sessions: 230, engaged_sessions: 130, key_events: 8, revenue: 260.5 },
    })
  })
})

describe("a download from Search Console", () => {
  it("is recognized by its columns", async () => {
    const { importContent, ask } = await createImportFixture()
    const text = lines(
      "Date,Clicks,Impressions,CTR,Position",
      "2026-10-01,30,1000,3%,8.5",
      "2026-10-02,10,3000,0.33%,12.5",
    )
    const summary = await importContent(text, { account: "sc-domain:bakery.example" })
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
    ["Windows-1252 with other delimiters", windows1252(text.replaceAll(",", "|"))],
    ["UTF-16 with a byte order mark", Buffer.from(`\ufeff${text}`, "utf16le")],
  ])("may be %s", async (_, content) => {
    const { importContent, ask } = await createImportFixture()
    await importContent(content, { account: "1" })
    const { rows } = await ask({ metrics: ["sessions"], dimensions: ["campaign"] })
    expect(rows.map((row) => row.dims["campaign"])).toEqual(["Café «Größe» 5 €"])
  })

  it("is Windows-1252 when the text is read in pieces that end after a quote", async () => {
    const { importContent } = await createImportFixture()
    // The file is read in pieces of 64 KB. The quote is the last character of the first piece.
    const start = lines("date,campaign,sessions", ...Array.from({ length: 3_000 }, () => "2026-10-01,A,1"))
    const upToQuote = start.padEnd(65_535 - "2026-10-02,".length, "\n")
    const quote = Buffer.from([0x82])
    const content = Buffer.concat([Buffer.from(`${upToQuote}2026-10-02,`), quote, Buffer.from("Brot',1\n")])
    expect(content.indexOf(quote)).toBe(65_535)
    expect(await importContent(content, { account: "1" })).toMatchObject({ errors: [] })
  })

  it("is found even when the first letter outside ASCII is at the end of the file", async () => {
    const { importContent, ask } = await createImportFixture()
    const filler = Array.from({ length: 20_000 }, (_, n) => `2026-10-${String((n % 28) + 1).padStart(2, "0")},A,1`)
    await importContent(windows1252(lines("date,campaign,sessions", ...filler, "2026-10-30,Café,1")), { account: "1" })
    const { rows } = await ask({ metrics: ["sessions"], dimensions: ["campaign"] })
    expect(rows.map((row) => row.dims["campaign"])).toEqual(["A", "Café"])
  })

  it.each([
    ["Cyrillic (Windows-1251)", Buffer.from([0xc2, 0xe5, 0xf1, 0xed, 0xe0])],
    ["Polish (Windows-1250)", Buffer.from([0x4b, 0x73, 0x69, 0xb9, 0xbf, 0x6b, 0x61])],
    ["Polish (ISO 8859-2)", Buffer.from([0x4d, 0x61, 0xb3, 0x61])],
    ["bytes without a character", Buffer.from([0x41, 0x81, 0x42])],
    ["Japanese (Shift_JIS)", Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea])],
    ["Chinese (GBK)", Buffer.from([0xb4, 0xba, 0xbc, 0xbe])],
    ["French (Mac Roman)", Buffer.from([0x43, 0x61, 0x66, 0x8e])],
  ])("is refused for %s", async (_, name) => {
    const { importContent } = await createImportFixture()
    const content = Buffer.concat([Buffer.from("date,campaign,sessions\n2026-10-01,"), name, Buffer.from(",1\n")])
    await expect(importContent(content, { account: "1" })).rejects.toThrow(/Save it as UTF-8/)
  })
})

describe("a file without dates", () => {
  it.each([
    [["# Start date: 20261001", "Nth day,Active users", "0000,5"], "no column named date.*Nth day.*dimension Date"],
    [["Day of week,Campaign,Cost,Impr.,Clicks", "Monday,A,1,1,1"], "no column named date.*column Day"],
    [["Campaign name,Amount spent (EUR),Impressions,Link clicks", "A,1,1,1"], "no column named date.*breakdown Day"],
    [["Top queries,Clicks,Impressions,CTR,Position", "bread,1,1,1%,1"], "no column named date.*Dates.csv"],
  ])("is refused, and the error says how to export it: %s", async (text, message) => {
    const { importContent } = await createImportFixture()
    await expect(importContent(lines(...text), { account: "1" })).rejects.toThrow(new RegExp(message))
  })
})

it("refuses two columns with the same name", async () => {
  const { importContent } = await createImportFixture()
  const text = lines("date,sessions,Sessions", "2026-10-01,1,2")
  await expect(importContent(text, { account: "1" })).rejects.toThrow(/two columns named sessions/)
  expect(await importContent(lines("date,sessions,note,note", "2026-10-01,1,a,b"), { account: "1" })).toMatchObject({
    totals: { sessions: 1 },
  })
})

describe("a file that can be read in two ways", () => {
  it("is refused, and imported when the caller says how it is written", async () => {
    const { importContent, total, sources } = await createImportFixture()
    const dates = lines("date,sessions", ...Array.from({ length: 10 }, (_, n) => `11/${n + 1}/2026,1`))
    await expect(importContent(dates, { account: "1" })).rejects.toThrow(
      /2026-01-11 to 2026-10-11.*2026-11-01 to 2026-11-10/,
    )
    const numbers = lines("date,ad_spend", "2026-10-01,1.234", "2026-10-02,2.500")
    await expect(importContent(numbers, { account: "1" })).rejects.toThrow(/1\.234 or 1234/)
    expect(await sources()).toEqual([])
    expect(await importContent(dates, { account: "1", dates: "mdy" })).toMatchObject({
      from: "2026-11-01",
      to: "2026-11-10",
    })
    await importContent(numbers, { account: "1", decimalMark: "," })
    expect(await total("ad_spend")).toBe(3734)
  })

  it("is not read from its first lines alone", async () => {
    const { importContent } = await createImportFixture()
    const ambiguous = Array.from({ length: 2_000 }, (_, n) => `0${(n % 9) + 1}/01/2026,1`)
    const summary = await importContent(lines("date,sessions", ...ambiguous, "03/25/2026,1"), { account: "1" })
    expect(summary).toMatchObject({ errors: [], from: "2026-01-01", to: "2026-09-01" })
  })
})

describe("a download in another language", () => {
  it.each([
    ["German", "Tag,Kampagne,Währungscode,Kosten,Impr.,Klicks,Conversions,Conv.-Wert", "Gesamt: Konto"],
    ["French", "Jour,Campagne,Code de devise,Coût,Impr.,Clics,Conversions,Valeur conv.", "Total : compte"],
    ["Spanish", "Día,Campaña,Código de moneda,Coste,Impr.,Clics,Conversiones,Valor conv.", "Total: cuenta"],
    ["Italian", "Giorno,Campagna,Codice valuta,Costo,Impr.,Clic,Conversioni,Valore conv.", "Totale: account"],
    ["Dutch", "Dag,Campagne,Valutacode,Kosten,Vert.,Klikken,Conversies,Conv.waarde", "Totaal: account"],
    ["Portuguese", "Dia,Campanha,Código da moeda,Custo,Impr.,Cliques,Conversões,Valor conv.", "Total: conta"],
  ])("%s, is recognized as one from Google Ads", async (_, header, total) => {
    const { importContent, ask } = await createImportFixture("EUR")
    const text = lines(
      "Report",
      header,
      '2026-10-01,Übermut,EUR,"1.234,50",12.000,340,"7,50","400,00"',
      `${total}, --,EUR,"1.234,50",12.000,340,"7,50","400,00"`,
    )
    const summary = await importContent(text, { account: "1", decimalMark: "," })
    expect(summary).toMatchObject({ provider: "google_ads", errors: [], ignored_columns: [], total_lines: 1 })
    const ads = {
      ad_spend: 1234.5,
      ad_impressions: 12_000,
      ad_clicks: 340,
      ad_conversions: 7.5,
      ad_conversion_value: 400,
    }
    expect(summary.totals).toMatchObject(ads)
    const { rows } = await ask({ metrics: ["ad_clicks"], dimensions: ["campaign"] })
    expect(rows.map((row) => row.dims["campaign"])).toEqual(["Übermut"])
  })

  it.each([
    ["German", "Tag,Kampagnenname,Ausgegebener Betrag (EUR),Impressionen,Link-Klicks,Ergebnisse"],
    ["French", "Jour,Nom de la campagne,Montant dépensé (EUR),Impressions,Clics sur un lien,Résultats"],
    ["Spanish", "Día,Nombre de la campaña,Importe gastado (EUR),Impresiones,Clics en el enlace,Resultados"],
    ["Italian", "Giorno,Nome della campagna,Importo speso (EUR),Impression,Clic sul link,Risultati"],
    ["Dutch", "Dag,Campagnenaam,Besteed bedrag (EUR),Weergaven,Klikken op link,Resultaten"],
    ["Portuguese", "Dia,Nome da campanha,Valor usado (EUR),Impressões,Cliques no link,Resultados"],
  ])("%s, is recognized as one from Meta Ads Manager", async (_, header) => {
    const { importContent, sources } = await createImportFixture("USD")
    const summary = await importContent(lines(header, '2026-10-01,Herbst,"12,50",900,12,3'), {
      account: "1",
      decimalMark: ",",
    })
    expect(summary).toMatchObject({ provider: "meta_ads", errors: [], ignored_columns: [] })
    expect(await sources()).toMatchObject([{ account_currency: "EUR" }])
    expect(summary.totals).toMatchObject({ ad_spend: 12.5, ad_impressions: 900, ad_clicks: 12, ad_conversions: 3 })
  })

  it("refuses a line of Meta Ads Manager that covers several days", async () => {
    const { importContent } = await createImportFixture("EUR")
    const header = "Berichtsstart,Berichtsende,Kampagnenname,Ausgegebener Betrag (EUR),Impressionen,Link-Klicks"
    const failing = importContent(lines(header, "2026-10-01,2026-10-31,Herbst,12.50,900,12"), { account: "1" })
    await expect(failing).rejects.toThrow("covers 2026-10-01 to 2026-10-31")
  })

  it.each([
    ["German", "Datum,Klicks,Impressionen,CTR,Position"],
    ["French", "Date,Clics,Impressions,CTR,Position"],
    ["Spanish", "Fecha,Clics,Impresiones,CTR,Posición"],
    ["Italian", "Data,Clic,Impressioni,CTR,Posizione"],
    ["Dutch", "Datum,Klikken,Vertoningen,CTR,Positie"],
    ["Portuguese", "Data,Cliques,Impressões,CTR,Posição"],
  ])("%s, is recognized as one from Search Console", async (_, header) => {
    const { importContent } = await createImportFixture("EUR")
    const summary = await importContent(lines(header, '2026-10-01,12,340,"3,53%","4,5"'), {
      account: "1",
      decimalMark: ",",
    })
    expect(summary).toMatchObject({ provider: "search_console", errors: [], ignored_columns: ["CTR"] })
    expect(summary.totals).toMatchObject({ search_clicks: 12, search_impressions: 340 })
  })

  it.each([
    ["German", "Datum,Sitzungen,Aktive Nutzer,Neue Nutzer,Aufrufe"],
    ["French", "Date,Sessions,Utilisateurs actifs,Nouveaux utilisateurs,Vues"],
    ["Spanish", "Fecha,Sesiones,Usuarios activos,Usuarios nuevos,Vistas"],
    ["Italian", "Data,Sessioni,Utenti attivi,Nuovi utenti,Visualizzazioni"],
    ["Dutch", "Datum,Sessies,Actieve gebruikers,Nieuwe gebruikers,Weergaven"],
    ["Portuguese", "Data,Sessões,Usuários ativos,Novos usuários,Visualizações"],
  ])("%s, is recognized as one from Google Analytics", async (_, header) => {
    const { importContent } = await createImportFixture("EUR")
    const summary = await importContent(lines("# ----------", "# Report", header, "20261001,12,10,4,340"), {
      account: "1",
    })
    expect(summary).toMatchObject({ provider: "ga4", errors: [], ignored_columns: [] })
    expect(summary.totals).toMatchObject({ sessions: 12, new_users: 4, page_views: 340 })
  })
})

describe("a file of no known platform", () => {
  it("with an amount spent is about advertising", async () => {
    const { importContent } = await createImportFixture("EUR")
    const text = lines("Date,Campaign,Impressions,Clicks,Cost (EUR)", "2026-10-01,Brand,1000,50,12.10")
    expect(await importContent(text, { account: "1" })).toMatchObject({
      ...{ provider: "csv", ignored_columns: [] },
      totals: { ad_spend: 12.1, ad_impressions: 1_000, ad_clicks: 50 },
    })
  })

  it("without an amount spent is refused, because its clicks could be those of a search", async () => {
    const { importContent } = await createImportFixture("EUR")
    const text = lines("Date,Impressions,Clicks", "2026-10-01,1000,50")
    await expect(importContent(text, { account: "1" })).rejects.toThrow(/No column has the name of a metric/)
  })
})
