/** Table of the domains or pages that answers cite, with their counts and the date of the first citation. */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import { decodeHtmlEntities } from "./decode-html-entities"
import { share } from "./format-metrics"
import { SourceType } from "./source-type"

type Source = Data<"aiVisibility", "listCitations">[number]
type Props = {
  sources: Source[]
  path: string
  brandNames: Map<string, string>
  sorting?: Sorting
  /** True for the pages of one domain, which share its type. */
  hidesType?: boolean
}

export function SourceTable({ sources, path, brandNames, sorting, hidesType }: Props) {
  const column = { sorting, isNumeric: true, isDescendingFirst: true, isOneWay: true }
  return (
    <Table optionsName="sources" label="Sources" isCards className="md:min-w-[820px]">
      <thead>
        <tr>
          <SortTh by="key" sorting={sorting} isOneWay>
            {sources[0]?.entity === "url" ? "Page" : "Domain"}
          </SortTh>
          {!hidesType && <Th>Source type</Th>}
          <SortTh by="citations_n" {...column}>
            Citations
          </SortTh>
          <Th className={numeric}>Share of all citations</Th>
          <SortTh by="answers_n" {...column}>
            Answers
          </SortTh>
          <SortTh by="first_seen_at" {...column} isNumeric={false}>
            First cited
          </SortTh>
          <SortTh by="last_seen_at" sorting={sorting} isDescendingFirst>
            Last cited
          </SortTh>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <Tr key={source.key} className={source.entity === "domain" ? "relative hover:bg-hover" : ""}>
            <Td className="min-w-52 max-w-96">
              <SourceLink source={source} path={path} />
            </Td>
            {!hidesType && (
              <Td>
                <SourceType of={source.source_class} brand={source.brand_id && brandNames.get(source.brand_id)} />
              </Td>
            )}
            <Td label="citations" className={numeric}>
              {count(source.citations_n)}
            </Td>
            <Td label="share of all citations" className={numeric}>
              {share(source.share)}
            </Td>
            <Td label="answers" className={numeric}>
              {count(source.answers_n)}
            </Td>
            <Td label="first cited" className="text-quiet">
              <Time at={source.first_seen_at} />
            </Td>
            <Td label="last cited" className="text-quiet">
              <Time at={source.last_seen_at} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function SourceLink({ source: { key, entity, registrable_domain, title }, path }: { source: Source; path: string }) {
  const toDomain = `${path}/${encodeURIComponent(registrable_domain)}`
  if (entity === "domain")
    return (
      <Link href={toDomain} className="break-words after:absolute after:inset-0">
        {key}
      </Link>
    )
  return (
    <>
      <a href={key} target="_blank" rel="noopener noreferrer nofollow" className="block truncate hover:underline">
        {title ? decodeHtmlEntities(title) : key.replace(/^https?:\/\//, "")}
      </a>
      <span className="block truncate text-quiet text-small">
        <Link href={toDomain} className="hover:underline">
          {registrable_domain}
        </Link>
        {title && key.slice(key.indexOf(registrable_domain) + registrable_domain.length)}
      </span>
    </>
  )
}
