import { expect, it } from "vitest"
import { siblingPath } from "./sibling-path"

const path = "/acme/ai-visibility"
const from = (page: string) => siblingPath({ kind: "projects", path }, "aip_2", `${path}/aip_1${page}`)

it("opens another project on the same tab", () => {
  for (const tab of ["", "/prompts", "/answers", "/citations", "/scans", "/settings", "/settings/engines"])
    expect(from(tab)).toBe(`${path}/aip_2${tab}`)
  const ofClient = siblingPath({ kind: "clientsWithProjects", path }, "aip_2", `${path}/aip_1/scans`)
  expect(ofClient).toBe(`${path}/aip_2/scans`)
})

it("opens the tab above a page that belongs to one project", () => {
  expect(from("/prompts/prm_1")).toBe(`${path}/aip_2/prompts`)
  expect(from("/prompts/prm_1/compare")).toBe(`${path}/aip_2/prompts`)
  expect(from("/answers/ans_1")).toBe(`${path}/aip_2/answers`)
  expect(from("/citations/example.com")).toBe(`${path}/aip_2/citations`)
  expect(from("/scans/scn_1")).toBe(`${path}/aip_2/scans`)
})

it("opens the overview from a page that other projects may not have", () => {
  expect(from("/unknown")).toBe(`${path}/aip_2`)
  expect(from("/promptsets")).toBe(`${path}/aip_2`)
})

it("opens other records on their first page", () => {
  const other = siblingPath({ kind: "clients", path: "/acme/clients" }, "cli_2", "/acme/clients/cli_1/goals")
  expect(other).toBe("/acme/clients/cli_2")
})
