/**
 * Splits a Markdown page into its sections. The anchors are those of the rendered page: rehype-slug uses the same
 * library.
 */
import GithubSlugger from "github-slugger"

type Section = { level: number; title: string; anchor: string; text: string }

const heading = /^(#{1,4}) (.*)$/

/** Returns the sections in order. The text of a section ends at the next heading of any level. Omits code blocks. */
export function sectionsOf(markdown: string): Section[] {
  const slugger = new GithubSlugger()
  const sections: Section[] = []
  let isCode = false
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode
    if (isCode || line.startsWith("```")) continue
    const [, hashes, name] = heading.exec(line) ?? []
    const section = sections.at(-1)
    if (hashes && name) {
      const title = plainText(name)
      sections.push({ level: hashes.length, title, anchor: slugger.slug(title), text: "" })
    } else if (section) section.text += ` ${line}`
  }
  return sections.map((section) => ({ ...section, text: plainText(section.text) }))
}

/** Removes the Markdown syntax. */
const plainText = (markdown: string) =>
  markdown
    .replace(/\[([^[\]]+)\]\([^()\s]+\)/g, "$1")
    .replace(/[`*|]|-{3,}/g, "")
    .replace(/\s+/g, " ")
    .trim()
