import { globSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { firstRequests } from "@/domain/kernel/request-examples"
import { scopes } from "@/domain/kernel/scopes"
import { exampleResponse } from "../example-calls"
import { planTable } from "./files"
import { docsPageAt, docsPages } from "./pages"
import { operationForms, referencePage, referenceTags } from "./reference"
import { searchDocs } from "./search"
import { sectionsOf } from "./sections"

const texts = new Map(await Promise.all(docsPages.map(async ({ path, read }) => [path, await read()] as const)))

describe("the documentation site", () => {
  it("has pages with a title, and every path once", () => {
    expect(new Set(docsPages.map(({ path }) => path)).size).toBe(docsPages.length)
    for (const [path, text] of texts) expect(text.trimStart(), path).toMatch(/^# \S/)
  })

  it("has a page for every guide and every decision in docs/", () => {
    const missing = globSync("docs/**/*.md")
      .map((file) => file.replace(/^docs\/|\/README\.md$|\.md$/g, ""))
      .filter((name) => !docsPageAt(`/docs/${name === "mcp" ? "mcp-connector" : name}`))
    expect(missing).toEqual([])
  })

  it("links only to pages and sections that exist", () => {
    const dead = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(/\]\((\/docs[^)#\s]*|(?=#))(?:#([^)\s]+))?\)/g)].flatMap(([, to = "", anchor]) => {
        const target = texts.get(to || path)
        const hasAnchor = !anchor || (target && sectionsOf(target).some((section) => section.anchor === anchor))
        return target && hasAnchor ? [] : [`${path}: ${to}#${anchor}`]
      }),
    )
    expect(dead).toEqual([])
  })

  it("links each operation to the form on its page, and only there", () => {
    for (const { name, slug } of referenceTags()) {
      const links = [...referencePage(name, { linksToForm: true }).matchAll(/\[Try it\]\(#([^)]+)\)/g)]
      expect(links.map(([, anchor]) => anchor)).toEqual(operationForms(name).map(({ anchor }) => anchor))
      expect(texts.get(`/docs/reference/${slug}`)).not.toContain("Try it")
    }
    expect(operationForms("Clients").map(({ anchor }) => anchor)).toContain("try-it-clients.list")
  })

  it("contains no link to a file of the repository", () => {
    for (const [path, text] of texts)
      expect(text, path).not.toMatch(/\]\([^):\s]+\.(md|ts|mjs|json)(#[^)]*)?\)(?<!openapi\.json\))/)
  })

  it("finds sections by their words", async () => {
    const [first] = await searchDocs("truncation")
    expect(first?.path).toBe("/docs/pagination#truncation")
    expect((await searchDocs("cursor_invalid")).map(({ path }) => path)).toContain("/docs/errors/cursor_invalid")
    expect(await searchDocs("zzzz")).toEqual([])
  })

  it("finds sections while the last word is typed", async () => {
    for (const query of ["we", "webh", "signature we"]) {
      const hits = await searchDocs(query)
      expect(hits.map(({ heading, excerpt }) => heading + excerpt).join(), query).toMatch(/webhook/i)
    }
  })

  it("compares words of one or two letters with whole words, except the last one", async () => {
    expect(await searchDocs("webhook signature")).not.toEqual([])
    expect(await searchDocs("we signature")).toEqual([])
  })

  it("reads at most eight words of a search", async () => {
    const words = Array(8).fill("webhook").join(" ")
    expect(await searchDocs(`${words} zzzz`)).toEqual(await searchDocs(words))
  })
})

describe("the guides of the API", () => {
  const guide = (name: string) => readFileSync(`docs/${name}.md`, "utf8")

  it("show the first request as the dialog of a new key does", () => {
    const url = "http://localhost:3000/api/v1/clients?limit=25"
    expect(guide("quickstart")).toContain(firstRequests.curl("$SIGNALBOX_KEY", url))
    expect(guide("quickstart")).toContain(firstRequests.Node("", url))
    expect(guide("quickstart")).toContain(firstRequests.Python("", url))
    const response = exampleResponse({ total: 1, limit: 25 })
    const shown = JSON.parse(/```json\n([^`]+)```/.exec(guide("quickstart"))?.[1] ?? "")
    expect(response).toMatchObject(shown)
    expect(shown.data).toHaveLength(response.data.length)
  })

  it("list the limits of the plans and the scopes of keys", () => {
    expect(guide("rate-limits")).toContain(planTable())
    const listed = Object.entries(scopes).map(([scope, label]) => `| \`${scope}\` | ${label} |`)
    expect(guide("api-keys")).toContain(listed.join("\n"))
  })
})
