/** Serves a page of the documentation as Markdown. `next.config.ts` maps `/docs/events.md` to this route. */
import { docsPageAt } from "@/server/docs/pages"

type Context = { params: Promise<{ page: string[] }> }

export async function GET(_: Request, { params }: Context) {
  const page = docsPageAt(`/docs/${(await params).page.join("/")}`)
  if (!page) return new Response("There is no such page. /llms.txt lists all pages.\n", { status: 404 })
  return new Response(await page.read(), { headers: { "Content-Type": "text/markdown; charset=utf-8" } })
}
