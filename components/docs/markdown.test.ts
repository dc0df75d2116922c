import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { Markdown } from "./markdown"

const html = (text: string) => renderToStaticMarkup(Markdown({ text }))
const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``

describe("code blocks that follow each other", () => {
  it("are tabs, with every language on the page and the first one shown", () => {
    const page = html([fence("sh", "curl"), fence("js", "fetch()"), fence("python", "urllib")].join("\n\n"))
    expect(page.match(/role="tab"/g)).toHaveLength(3)
    expect(page).toMatch(/aria-selected="true"[^>]*>curl</)
    for (const code of ["curl", "fetch()", "urllib"]) expect(page).toContain(`<code>${code}</code>`)
  })

  it("are separate blocks with text between them, in the same language, or if one is no request", () => {
    for (const between of ["\n\ntext\n\n", "\n\n"])
      for (const language of between.includes("text") ? ["js", "sh", "json"] : ["sh", "json"]) {
        const page = html(fence("sh", "a") + between + fence(language, "b"))
        expect(page).not.toContain('role="tab"')
        for (const code of ["a", "b"]) expect(page).toContain(`<code>${code}</code>`)
      }
  })
})
