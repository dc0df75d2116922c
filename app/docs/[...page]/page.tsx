/** A page of the documentation. */
import { notFound } from "next/navigation"
import { docsPageAt } from "@/server/docs/pages"
import { showPage } from "../show-page"

type Props = { params: Promise<{ page: string[] }> }

export const generateMetadata = async (props: Props) => ({ title: (await pageOf(props)).title })

export default async function DocsPage(props: Props) {
  return showPage(await pageOf(props))
}

const pageOf = async ({ params }: Props) => docsPageAt(`/docs/${(await params).page.join("/")}`) ?? notFound()
