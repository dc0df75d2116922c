/** The start page of the documentation: the quickstart. */
import { DocsArticle } from "@/components/docs/docs-article"
import { type DocsPage, docsPageAt, neighborsOf } from "@/server/docs/pages"

const start = docsPageAt("/docs/quickstart") as DocsPage

export const metadata = { title: { absolute: "Signalbox documentation" } }

export default async function DocsStartPage() {
  return <DocsArticle page={start} text={await start.read()} {...neighborsOf(start.path)} />
}
