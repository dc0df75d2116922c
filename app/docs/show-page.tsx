/** Shows a page of the documentation. */
import { DocsArticle } from "@/components/docs/docs-article"
import { type DocsPage, neighborsOf } from "@/server/docs/pages"
import { sectionsOf } from "@/server/docs/sections"

export async function showPage({ path, read }: DocsPage) {
  const text = await read()
  const sections = sectionsOf(text).filter(({ level }) => level === 2)
  return <DocsArticle path={path} text={text} sections={sections} {...neighborsOf(path)} />
}
