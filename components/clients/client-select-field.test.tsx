import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import type { ClientChoices } from "./client-choices"
import { ClientSelectField } from "./client-select-field"

const clients = (total: number) => Array.from({ length: total }, (_, i) => ({ id: `cli_${i}`, name: `Client ${i}` }))
const problem = {
  code: "parameter_invalid",
  detail: "Wrong.",
  requestId: null,
  fieldErrors: new Map([["client_id", "Must be an ID of a client."]]),
}

function render(total: number, more: Partial<ClientChoices> = {}, isRefused = false) {
  const choices = { clients: clients(total), chosen: null, notice: null, ...more }
  return renderToString(<ClientSelectField choices={choices} problem={isRefused ? problem : null} />)
}

it("is a select for 20 clients, and a search for more", () => {
  expect(render(20)).toContain("<select")
  expect(render(21)).not.toContain("<select")
  expect(render(21)).toContain('aria-label="Client: Choose a client"')
  expect(render(21)).toContain('name="client_id" value=""')
})

it("starts with the client of the URL, or the only one, and never with another", () => {
  const searched = render(21, { chosen: { id: "cli_900", name: "Bergamo Bikes" } })
  expect(searched).toContain('name="client_id" value="cli_900"')
  expect(searched).toContain('aria-label="Client: Bergamo Bikes"')
  expect(render(1)).toMatch(/<option value="cli_0" selected="">/)
  expect(render(2)).toMatch(/<option value="" disabled="" selected="">/)
})

it("says why it does not start with the client of the URL", () => {
  const notice = "Alpine Trails is archived."
  expect(render(21, { notice })).toContain(notice)
  expect(render(1, { notice }), "the only client does not take its place").toMatch(/<option value="" disabled="" sel/)
})

it("asks for a client after a submit without one", () => {
  expect(render(21, {}, true)).toMatch(/aria-invalid="true"[^>]*aria-label="Client: Choose a client"/)
  expect(render(21, {}, true)).toContain("Choose a client.</p>")
  expect(render(21, { chosen: { id: "cli_900", name: "Bergamo Bikes" } }, true)).not.toContain("Choose a client.")
})
