/** Results of the search in the documentation. */
import { Link } from "@/components/link"
import { searchDocs } from "@/server/docs/search"

type Props = { searchParams: Promise<{ q?: string }> }

const maxQueryCharacters = 100

export const metadata = { title: "Search" }

export default async function DocsSearchPage({ searchParams }: Props) {
  const { q } = await searchParams
  const query = String(q ?? "")
    .trim()
    .slice(0, maxQueryCharacters)
  const hits = query ? await searchDocs(query) : []
  return (
    <div className="max-w-[860px]">
      <h1 className="text-title">Search the documentation</h1>
      <p className="mt-1 text-quiet">{summary(query, hits.length)}</p>
      <ol className="mt-6 grid gap-5">
        {hits.map(({ path, page, heading, excerpt }) => (
          <li key={path}>
            <Link href={path} className="font-strong hover:underline">
              {heading}
            </Link>
            <p className="text-quiet text-small">{page}</p>
            <p className="mt-0.5 max-w-[72ch] wrap-anywhere">{excerpt}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}

function summary(query: string, hits: number) {
  if (!query) return "Enter a word in the search field above."
  if (hits === 0) return `Nothing contains “${query}”. Try fewer or other words.`
  return hits === 1 ? `1 section for “${query}”` : `${hits} sections for “${query}”`
}
