/** A page of the documentation. */
import { notFound, redirect } from "next/navigation"
import { docsPageAt, docsPages } from "@/server/docs/pages"
import { showPage } from "../show-page"

type Props = { params: Promise<{ page: string[] }> }

export const generateMetadata = async (props: Props) => ({ title: (await findPage(props)).title })

export default async function DocsPage(props: Props) {
  return showPage(await findPage(props))
}

/** Returns the page at the path. Redirects a folder, such as /docs/reference, to its first page. */
async function findPage({ params }: Props) {
  const path = `/docs/${(await params).page.join("/")}`
  const page = docsPageAt(path)
  if (page) return page
  const first = docsPages.find((candidate) => candidate.path.startsWith(`${path}/`))
  return first ? redirect(first.path) : notFound()
}
