import { renderToString } from "react-dom/server"
import { expect, it, vi } from "vitest"
import { FilterFields } from "./filter-fields"

vi.mock("@tanstack/react-query", () => ({ useQuery: () => ({ isPending: true }) }))
vi.mock("@/components/api/provider", () => ({
  useApi: () => ({ clients: { queryMetrics: { queryOptions: vi.fn() } } }),
}))

it("names the values of a filter by its dimension", () => {
  const html = renderToString(
    <FilterFields
      clientId="cl_1"
      metric="ad_clicks"
      dimensions={[{ id: "campaign", label: "Campaign" }]}
      value={{ campaign: ["Spring"] }}
      onChange={() => {}}
    />,
  ).replaceAll("<!-- -->", "")
  const [, id] = html.match(/<fieldset aria-labelledby="([^"]*)"/) ?? []
  expect(html).toContain(`<span id="${id}">Campaign is one of</span>`)
})
