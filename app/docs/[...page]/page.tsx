/** A page of the documentation. */
import { notFound } from "next/navigation"
import { DocsArticle } from "@/components/docs/docs-article"
import { docsPageAt, neighborsOf } from "@/server/docs/pages"

type Props = { params: Promise<{ page: string[] }> }

export const generateMetadata = async (props: Props) => ({ title: (await pageOf(props)).title })

export default async function DocsPage(props: Props) {
  const page = await pageOf(props)
  return <DocsArticle page={page} text={await page.read()} {...neighborsOf(page.path)} />
}

const pageOf = async ({ params }: Props) => docsPageAt(`/docs/${(await params).page.join("/")}`) ?? notFound()
