/**
 * Table of the domains or pages that answers cite, with their counts and dates. The pages of a domain also have the
 * mentioned brands and the prompts.
 */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count, pluralize } from "@/domain/kernel/format-count"
import { CitingPromptsTd, MentionedBrandsTd, type PageDetails, smallLink } from "./cited-page-cells"
import { decodeHtmlEntities } from "./decode-html-entities"
import { share } from "./format-metrics"
import { SourceType } from "./source-type"

type Source = Data<"aiVisibility", "listCitations">[number]
type Props = {
  sources: Source[]
  path: string
  brandNames: Map<string, string>
  sorting?: Sorting
  /** For the pages of one domain, which share its type. The table then shows these details instead of the type. */
  details?: PageDetails
}

export function SourceTable({ sources, path, brandNames, sorting, details }: Props) {
  const numericColumn = { sorting, isNumeric: true, directions: ["descending"] as const }
  return (
    <Table optionsName="sources" label="Sources" isCards className="md:min-w-[820px]">
      <thead>
        <tr>
          <SortTh column="key" sorting={sorting} directions={["ascending"]}>
            {sources[0]?.entity === "url" ? "Page" : "Domain"}
          </SortTh>
          {details ? <Th>Brands mentioned</Th> : <Th>Source type</Th>}
          <SortTh column="-citations_n" {...numericColumn}>
            Citations
          </SortTh>
          <Th className={numeric}>Share of all citations</Th>
          <SortTh column="-answers_n" {...numericColumn}>
            Answers
          </SortTh>
          {details && <Th>Prompts</Th>}
          <SortTh column="-first_seen_at" {...numericColumn} isNumeric={false}>
            First cited
          </SortTh>
          <SortTh column="last_seen_at" sorting={sorting} directions={descendingFirst}>
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
            {details ? (
              <MentionedBrandsTd url={source.key} details={details} />
            ) : (
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
              {details ? (
                <Link
                  href={details.answersOf({ cites_url: source.key })}
                  aria-label={`${pluralize(source.answers_n, "answer")} citing ${source.key}`}
                  className={`${smallLink} justify-end`}
                >
                  {count(source.answers_n)}
                </Link>
              ) : (
                count(source.answers_n)
              )}
            </Td>
            {details && <CitingPromptsTd url={source.key} details={details} />}
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
      <a
        href={key}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="block truncate leading-6 hover:underline"
      >
        {title ? decodeHtmlEntities(title) : key.replace(/^https?:\/\//, "")}
      </a>
      <span className="block truncate text-quiet text-small">
        <Link href={toDomain} className="inline-block leading-6 hover:underline">
          {registrable_domain}
        </Link>
        {title && key.slice(key.indexOf(registrable_domain) + registrable_domain.length)}
      </span>
    </>
  )
}
