import { describe, expect, it } from "vitest"
import { appGuides } from "./app-guides"

const url = "https://signalbox.example.com/mcp"
const guideOf = (name: string, connector = url) => appGuides(connector).find((guide) => guide.name === name)

const names = ["Claude", "Claude Code", "ChatGPT", "Cursor", "VS Code", "Inspector"]

describe("the guides to connect apps", () => {
  it("cover each app, with steps", () => {
    expect(appGuides(url).map(({ name }) => name)).toEqual(names)
    for (const { steps } of appGuides(url)) expect(steps.length).toBeGreaterThan(0)
  })

  it("name the connector URL in the file or command, or let the user enter it", () => {
    for (const { code, steps } of appGuides(url))
      expect(`${code?.text} ${steps.join(" ")}`).toMatch(/https:\/\/signalbox\.example\.com\/mcp|the connector URL/)
  })

  it("have the files that Cursor and VS Code read", () => {
    expect(JSON.parse(guideOf("Cursor")?.code?.text ?? "")).toEqual({ mcpServers: { signalbox: { url } } })
    expect(guideOf("Cursor")?.steps[0]).toContain("~/.cursor/mcp.json")
    expect(JSON.parse(guideOf("VS Code")?.code?.text ?? "")).toEqual({ servers: { signalbox: { type: "http", url } } })
    expect(guideOf("VS Code")?.steps[0]).toContain(".vscode/mcp.json")
  })

  it("have the commands of Claude Code and the Inspector", () => {
    expect(guideOf("Claude Code")?.code?.text).toBe(`claude mcp add --transport http signalbox ${url}`)
    expect(guideOf("Inspector")?.code?.text).toBe("npx @modelcontextprotocol/inspector")
    expect(guideOf("Inspector")?.steps.join(" ")).toContain("Streamable HTTP")
  })

  it.each(["http://localhost:3000/mcp", "http://127.0.0.1:3000/mcp", "http://[::1]:3000/mcp"])(
    "say that cloud apps cannot reach %s, and name them last",
    (connector) => {
      expect(appGuides(connector).map(({ name }) => name)).toEqual([
        ...["Claude Code", "Cursor", "VS Code", "Inspector"],
        ...["Claude", "ChatGPT"],
      ])
      for (const name of ["Claude", "ChatGPT"])
        expect(guideOf(name, connector)?.note).toContain("cannot reach this address")
    },
  )

  it("say that cloud apps need a public URL", () => {
    const noted = appGuides(url).flatMap(({ name, note }) => (note ? [[name, note]] : []))
    const note = (name: string) => [name, expect.stringContaining("must be reachable from the internet")]
    expect(noted).toEqual([note("Claude"), note("ChatGPT")])
  })
})
