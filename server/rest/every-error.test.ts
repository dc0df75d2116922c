/** Tests that an error names everything that is wrong with a request, and that every operation limits its dates. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { mounts } from "../testing/mounts"
import { requestAndCheck, setUpWithData } from "../testing/request-and-check"
import { reportWithWidgets } from "../testing/sample-data"
import { type Route, routes } from "./routes"

const routeOf = (id: string) => routes.find((route) => route.operation.id === id) as Route
const metrics = routeOf("clients.queryMetrics")

describe.each(mounts)("errors of REST $name", ({ open }) => {
  let mount: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    mount = await open()
  })
  afterAll(() => mount.close())

  /** The invalid parameters, sorted, and their errors. */
  async function fieldErrorsOf(route: Route, path: string, key: string) {
    const { status, body } = await requestAndCheck(mount.send, route, path, { key })
    expect(status, JSON.stringify(body)).toBe(400)
    const errors = body.errors as { parameter: string; detail: string; fix: string }[]
    for (const { detail, fix } of errors) expect([detail, fix]).toEqual([expect.any(String), expect.any(String)])
    return { names: errors.map(({ parameter }) => parameter).sort(), errors }
  }

  it("a query with many errors gets all of them: form, values, period, filter and order", async () => {
    const { key, path } = await setUpWithData(metrics)
    const base = path.split("?")[0]
    const query =
      "metrics=ad_clicks&limit=1&limit=2&colour=red&from=2026-02-01&align=weekday&filter=hue:red&filter[device]=Phone&order_by=spend"
    const { names } = await fieldErrorsOf(metrics, `${base}?${query}`, key)
    expect(names).toEqual(["align", "colour", "filter", "filter[device]", "limit", "order_by", "to"])
  })

  it("a parameter that is given twice is reported as repeated", async () => {
    const { key } = await setUpWithData(routeOf("clients.list"))
    const { errors } = await fieldErrorsOf(routeOf("clients.list"), "/clients?limit=1&limit=2", key)
    expect(errors).toEqual([
      { parameter: "limit", code: "parameter_invalid", detail: "limit is sent twice.", fix: "Send it once." },
    ])
  })

  it("a parameter is not reported because of an error in another one", async () => {
    const { key, path } = await setUpWithData(metrics)
    const query = "metrics=ad_clicks&from=2026-02-30&to=2026-03-01&compare=custom&compare_from=x&compare_to=2026-01-01"
    expect((await fieldErrorsOf(metrics, `${path.split("?")[0]}?${query}`, key)).names).toEqual([
      "compare_from",
      "from",
    ])
  })

  it("errors in a report's widgets and in its period are both reported", async () => {
    const route = routeOf("reports.getData")
    const { team, key } = await setUpWithData(route)
    const { report_id } = await reportWithWidgets(team)
    const query = `widgets=${newId("widget")}&compare=none&align=weekday&max_rows=0`
    const { names } = await fieldErrorsOf(route, `/reports/${report_id}/data?${query}`, key)
    expect(names).toEqual(["align", "max_rows"])
    // Whether align is allowed depends on the comparison of the report.
    const both = `widgets=${newId("widget")}&align=weekday`
    expect((await fieldErrorsOf(route, `/reports/${report_id}/data?${both}`, key)).names).toEqual(["align", "widgets"])
  })

  const dated = routes.flatMap((route) => {
    const names = Object.keys(route.operation.input.shape).filter((name) => namesOfDates.test(name))
    return names.length > 0 ? [[route.operation.id, route, names] as const] : []
  })

  it.each(dated)("%s limits the dates that it accepts", async (_, route, names) => {
    const { key, path } = await setUpWithData(route)
    for (const value of ["0000-01-01", "0001-01-01", "9999-12-31"]) {
      const query = names.map((name) => `${name}=${value}`).join("&")
      const returned = await fieldErrorsOf(route, `${path}${path.includes("?") ? "&" : "?"}${query}`, key)
      expect(returned.names).toEqual(expect.arrayContaining([...names]))
    }
  })

  it("several operations have dates", () => {
    expect(dated.length).toBeGreaterThan(7)
  })
})

const namesOfDates = /^(from|to|date|since|until|compare_from|compare_to|active_on)$|_(since|after|before)$/
