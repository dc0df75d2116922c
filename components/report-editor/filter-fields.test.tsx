import { renderToString } from "react-dom/server"
import { expect, it, vi } from "vitest"
import { FilterFields } from "./filter-fields"

vi.mock("@tanstack/react-query", () => ({ useQuery: () => ({ isPending: true }) }))
vi.mock("@/components/api/provider", () => ({
  useApi: () => ({ clients: { queryMetrics: { queryOptions: vi.fn() } } }),
}))

const render = (metric: string | undefined, campaigns: string[]) =>
  renderToString(
    <FilterFields
      clientId="cl_1"
      metric={metric}
      dimensions={[{ id: "campaign", label: "Campaign" }]}
      value={{ campaign: campaigns }}
      onChange={() => {}}
    />,
  ).replaceAll("<!-- -->", "")

it("names the values of a filter by its dimension", () => {
  const html = render("ad_clicks", ["Spring"])
  const [, id] = html.match(/<fieldset aria-labelledby="([^"]*)"/) ?? []
  expect(html).toContain(`<span id="${id}">Campaign is one of</span>`)
})

it("asks for a metric when none is chosen, because no values are loaded without one", () => {
  expect(render("ad_clicks", [])).toContain("Loading…")
  expect(render(undefined, [])).not.toContain("Loading…")
  expect(render(undefined, [])).toContain("Add a metric first.")
})
