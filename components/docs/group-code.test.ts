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

  it("are separate blocks with text between them, or of the same language", () => {
    for (const text of [
      `${fence("sh", "a")}\n\ntext\n\n${fence("js", "b")}`,
      `${fence("sh", "a")}\n\n${fence("sh", "b")}`,
      fence("sh", "a"),
    ])
      expect(html(text)).not.toContain('role="tab"')
  })
})
