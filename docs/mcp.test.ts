import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { promptTemplates } from "@/domain/connections/prompt-templates"
import { mcpLimits } from "@/server/mcp/admit-call"
import { tools } from "@/server/mcp/catalogue"
import { maxMcpBodyBytes, maxValues } from "@/server/mcp/request-body"
import { toolErrorCodes } from "@/server/mcp/tool-error"

const page = readFileSync("docs/mcp.md", "utf8")
function rowsOf(heading: string) {
  const section = page.slice(page.indexOf(`## ${heading}\n`)).split("\n## ")[0] ?? ""
  return [...section.matchAll(/^\| `(\w+)` \|.*$/gm)].map(([row]) => row)
}

describe("docs/mcp.md", () => {
  it("lists every tool with its title and effect", () => {
    const expected = [...tools.values()].map(({ tool, isWrite }) => {
      return `| \`${tool.name}\` | ${tool.title} | ${isWrite ? (tool.effect ?? "change") : "read"} |`
    })
    expect(rowsOf("Tools")).toEqual(expected)
  })

  it("lists every error code", () => {
    expect(rowsOf("Errors").map((row) => row.split("`")[1])).toEqual([...toolErrorCodes])
  })

  it("names every prompt", () => {
    for (const { title } of promptTemplates)
      expect(page.toLowerCase().replaceAll("\n", " ")).toContain(title.toLowerCase())
  })

  it("states the limits of the code", () => {
    const { callsPerMinute, callsPerHour, callsInFlight, teamCallsPerMinute, changesPerMinute } = mcpLimits
    expect(page).toContain(
      `| calls of one connection: tools, and resources that are read | ${callsPerMinute} per minute, ${callsPerHour} per hour, ${callsInFlight} at the same time |`,
    )
    expect(page).toContain(`| calls of one team | ${teamCallsPerMinute} per minute |`)
    expect(page).toContain(`| changes of one connection | ${changesPerMinute} per minute |`)
    expect(page).toContain(`| calls that spend a budget | ${mcpLimits.spendingPerHour} per hour |`)
    expect(page).toContain(
      `| lists, prompts, completions and calls of unknown tools, of one connection | ${mcpLimits.otherRequestsPerMinute} per minute |`,
    )
    expect(page).toContain(`members of objects | ${maxValues.toLocaleString("en")} |`)
    expect(page).toContain(`${maxMcpBodyBytes.toLocaleString("en")} bytes`)
  })
})
