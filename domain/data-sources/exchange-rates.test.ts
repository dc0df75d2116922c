import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it, onTestFinished } from "vitest"
import { acrossTeams, prisma } from "@/prisma/client"
import { downloadRates, storeRates } from "./exchange-rates"
import { parseRates } from "./parse-rates"

/** The shape of eurofxref-hist-90d.xml. */
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube>
    <Cube time="2009-01-06"><Cube currency="USD" rate="1.3332"/><Cube currency="JPY" rate="125.14"/></Cube>
    <Cube time='2009-01-05'><Cube currency='USD' rate='1.3582'/></Cube>
  </Cube>
</gesmes:Envelope>`

const parsed = [
  { date: "2009-01-06", currency: "USD", rate: "1.3332" },
  { date: "2009-01-06", currency: "JPY", rate: "125.14" },
  { date: "2009-01-05", currency: "USD", rate: "1.3582" },
]

/** A server on loopback. Returns its address. */
async function serve(respond: RequestListener) {
  const server = createServer(respond)
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/eurofxref-hist-90d.xml`
}

describe("exchange rates of the European Central Bank", () => {
  it("are read from XML, and from both CSV files", () => {
    expect(parseRates(xml)).toEqual(parsed)
    expect(parseRates("Date,USD,JPY,CYP,\n2009-01-06,1.3332,125.14,N/A,\n2009-01-05,1.3582,N/A,N/A,\n")).toEqual(parsed)
    expect(parseRates("Date, USD, JPY, \n06 January 2009, 1.3332, 125.14, \n")).toEqual(parsed.slice(0, 2))
  })

  it.each([
    ["", /no exchange rates/],
    ["<html><p>Not found</p></html>", /no exchange rates/],
    ["date,sessions\n2026-10-01,3\n", /no exchange rates/],
    ["Date,USD\n2009-01-06,many\n", /rate many of USD on 2009-01-06 is not valid/],
    [xml.replace("1.3332", "0"), /rate 0 of USD/],
    [xml.replace("2009-01-06", "yesterday"), /on yesterday is not valid/],
  ])("are refused in %j", (text, message) => {
    expect(() => parseRates(text)).toThrow(message)
  })

  it("are downloaded, stored once, and corrected", async () => {
    let served = xml
    const url = await serve((_, response) => response.end(served))
    const update = async () => storeRates(parseRates(await downloadRates(url)))
    expect(await update()).toEqual({ rates_read: 3, rates_changed: 3, from: "2009-01-05", to: "2009-01-06" })
    served = xml.replace("125.14", "125.5")
    expect(await update()).toMatchObject({ rates_changed: 1 })
    const date = new Date("2009-01-06")
    const stored = await acrossTeams(() => prisma.fxRate.findMany({ where: { date }, orderBy: { quote: "asc" } }))
    expect(stored.map(({ base, quote, rate }) => [base, quote, Number(rate)])).toEqual([
      ["EUR", "JPY", 125.5],
      ["EUR", "USD", 1.3332],
    ])
  })

  it("are not stored when the server does not send them", async () => {
    const refusing = await serve((_, response) => response.writeHead(503).end())
    await expect(downloadRates(refusing)).rejects.toThrow(/responded with 503/)
    await expect(downloadRates("http://127.0.0.1:1/")).rejects.toThrow(/cannot be downloaded/)
    await expect(downloadRates(undefined)).rejects.toThrow(/EXCHANGE_RATES_URL/)
  })
})
