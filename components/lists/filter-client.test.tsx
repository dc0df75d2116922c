import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { FilterClient } from "./filter-client"

const clients = (total: number) => Array.from({ length: total }, (_, i) => ({ id: `cli_${i}`, name: `Client ${i}` }))

const render = (total: number, value?: string, chosen: { id: string; name: string } | null = null) =>
  renderToString(<FilterClient clients={clients(total)} value={value} chosen={chosen} />)

it("is a menu for 20 clients, and a search for more", () => {
  expect(render(20)).toContain("<select")
  expect(render(21)).not.toContain("<select")
  expect(render(21)).toContain('aria-label="Client: any"')
})

it("is left out for a single client without a filter", () => {
  expect(render(1)).toBe("")
  expect(render(1, "cli_0", { id: "cli_0", name: "Client 0" })).toContain("<select")
})

it("submits and names the chosen client, even if the list of clients does not contain it", () => {
  const searched = render(200, "cli_900", { id: "cli_900", name: "Bergamo Bikes" })
  expect(searched).toContain('name="client_id" value="cli_900"')
  expect(searched).toContain('aria-label="Client: Bergamo Bikes"')
  expect(render(3, "cli_900", { id: "cli_900", name: "Bergamo Bikes" })).toMatch(
    /<option value="cli_900" selected="">Berg/,
  )
})

it("asks for a client if the page needs one, and has no choice of any client", () => {
  const required = (total: number, value?: string) =>
    renderToString(<FilterClient clients={clients(total)} value={value} chosen={null} name="client" isRequired />)
  expect(required(1)).toContain("choose a client</option>")
  expect(required(3, "cli_1")).not.toMatch(/any<|choose a client/)
  expect(required(21)).toContain('aria-label="Client: choose a client"')
  expect(required(21, "cli_1")).toContain('name="client" value="cli_1"')
})

it("keeps an unknown client in the form, so that the list stays empty as the URL says", () => {
  expect(render(21, "cli_x")).toContain('name="client_id" value="cli_x"')
})
