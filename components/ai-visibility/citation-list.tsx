/** Lists the sources that an answer cites, and the sources that its engine retrieved without citing them. */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { pluralize } from "@/domain/kernel/format-count"
import { decodeHtmlEntities } from "./decode-html-entities"
import { SourceType } from "./source-type"

type Citation = NonNullable<Data<"aiVisibility", "getAnswer">["citations"]>[number]
type Props = { citations: Citation[]; brandNames: Map<string, string>; sourcesPath: string }

export function CitationList({ citations, brandNames, sourcesPath }: Props) {
  const cited = citations.filter(({ kind }) => kind === "cited")
  const retrieved = citations.filter(({ kind }) => kind === "retrieved")
  const listOf = (listed: Citation[]) => (
    <ol className="grid gap-3">
      {listed.map((citation) => (
        <Item
          key={`${citation.kind} ${citation.url}`}
          citation={citation}
          brandNames={brandNames}
          sourcesPath={sourcesPath}
        />
      ))}
    </ol>
  )
  return (
    <>
      {cited.length > 0 ? listOf(cited) : <p className="text-quiet text-table">This answer cites no sources.</p>}
      {retrieved.length > 0 && (
        <details className="mt-4">
          <summary className="w-fit text-quiet text-table hover:text-text">
            {pluralize(retrieved.length, "page")} retrieved, not cited
          </summary>
          <div className="mt-3">{listOf(retrieved)}</div>
        </details>
      )}
    </>
  )
}

function Item({ citation, brandNames, sourcesPath }: Omit<Props, "citations"> & { citation: Citation }) {
  const { ordinal, url, registrable_domain, title, brand_id, source_class } = citation
  const brand = brand_id && brandNames.get(brand_id)
  return (
    <li className="flex items-baseline gap-2 text-table">
      <span className="figures w-5 shrink-0 text-quiet">{ordinal}</span>
      <span className="min-w-0">
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="block break-words py-1 hover:underline"
        >
          {title ? decodeHtmlEntities(title) : url.replace(/^https?:\/\//, "")}
        </a>
        <span className="block text-quiet text-small">
          <Link href={`${sourcesPath}/${encodeURIComponent(registrable_domain)}`} className="hover:underline">
            {registrable_domain}
          </Link>
          {" · "}
          <SourceType of={source_class} brand={brand} />
        </span>
      </span>
    </li>
  )
}
