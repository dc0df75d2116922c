/** A page of the documentation. */
import { notFound, redirect } from "next/navigation"
import { docsPageAt, docsPages } from "@/server/docs/pages"
import { showPage } from "../show-page"

type Props = { params: Promise<{ page: string[] }> }

export const generateMetadata = async (props: Props) => ({ title: (await pageOf(props)).title })

export default async function DocsPage(props: Props) {
  return showPage(await pageOf(props))
}

async function pageOf({ params }: Props) {
  const path = `/docs/${(await params).page.join("/")}`
  const page = docsPageAt(path)
  if (page) return page
  // A folder, such as /docs/reference, leads to its first page.
  const first = docsPages.find((candidate) => candidate.path.startsWith(`${path}/`))
  return first ? redirect(first.path) : notFound()
}
