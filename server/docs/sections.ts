/**
 * Splits a Markdown page into its sections. The anchors are those of the rendered page: rehype-slug uses the same
 * library.
 */
import GithubSlugger from "github-slugger"

type Section = { level: number; title: string; anchor: string; text: string }

const heading = /^(#{1,4}) (.*)$/

/** The sections in the order of the page. Each text ends at the next heading of any level. Code blocks are left out. */
export function sectionsOf(markdown: string): Section[] {
  const slugger = new GithubSlugger()
  const sections: Section[] = []
  let isCode = false
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode
    if (isCode || line.startsWith("```")) continue
    const [, marks, name] = heading.exec(line) ?? []
    const section = sections.at(-1)
    if (marks && name) {
      const title = plainText(name)
      sections.push({ level: marks.length, title, anchor: slugger.slug(title), text: "" })
    } else if (section) section.text += ` ${line}`
  }
  return sections.map((section) => ({ ...section, text: plainText(section.text) }))
}

/** Markdown without its marks. */
const plainText = (markdown: string) =>
  markdown
    .replace(/\[([^[\]]+)\]\([^()\s]+\)/g, "$1")
    .replace(/[`*|]|-{3,}/g, "")
    .replace(/\s+/g, " ")
    .trim()
