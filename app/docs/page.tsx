/** The start page of the documentation: the quickstart. */
import { type DocsPage, docsPageAt } from "@/server/docs/pages"
import { showPage } from "./show-page"

export const metadata = { title: { absolute: "Signalbox documentation" } }

export default () => showPage(docsPageAt("/docs/quickstart") as DocsPage)
