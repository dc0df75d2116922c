/**
 * One cited domain: its share over time, which brands its answers mention, its pages, and the prompts and engines. All
 * counts cover the same latest scans.
 */
import type { Metadata } from "next"
import { describeLastScans, latestScansValue } from "@/components/ai-visibility/answer-filters"
import { citationLapse } from "@/components/ai-visibility/citation-lapse"
import { CitedSentence } from "@/components/ai-visibility/cited-sentence"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { allScans, sourceOrders } from "@/components/ai-visibility/source-filters"
import { SourceTable } from "@/components/ai-visibility/source-table"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { AsApiCall, CountingGuide, guides } from "@/components/lists/as-api-call"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { sortFromQuery } from "@/components/lists/sort-rows"
import { Button } from "@/components/ui/button"
import { Lead } from "@/components/ui/lead"
import { isSampleEngine } from "@/domain/ai-engines/kinds"
import { maxSourceScans } from "@/domain/answers/source-scans"
import { roleAtLeast } from "@/domain/kernel/roles"
import { allPages } from "@/server/all-pages"
import { apiCall } from "@/server/api-call"
import type { OperationCaller } from "@/server/caller"
import { loadProject } from "@/server/visit-project"
import { CitedDate } from "./cited-date"
import { MentionedBrands, PromptsAndEngines, ShareByScan, SourceFacts } from "./domain-sections"
import { findDomain } from "./find-domain"
import { readBreaks } from "./read-breaks"
import { type PagesQuery, readCitedPages } from "./read-cited-pages"

type Params = { params: Promise<{ team: string; project: string; domain: string }> }
/** `brands`, `prompts` and `engines` are the orders of these tables. `sort` is the order of the table of pages. */
type Query = PagesQuery & Partial<Record<"brands" | "prompts" | "engines", string>>
type Props = Params & { searchParams: Promise<Query> }

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  return { title: decodeURIComponent((await params).domain) }
}

export default async function DomainPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id, domain: encodedDomain } = await params
  const domain = decodeURIComponent(encodedDomain)
  const { api, role, project, path: projectPath } = await loadProject(slug, project_id)
  const query = await searchParams
  const listPath = `${projectPath}/citations`
  const path = `${listPath}/${encodedDomain}`
  const source = await findDomain(slug, project_id, encodedDomain)
  const sortingOf = (parameter: "brands" | "prompts" | "engines") => ({
    path,
    query,
    sort: query[parameter] ?? "",
    parameter,
  })
  const [{ pages, details }, brands, { data: matrix }, engines, breaks] = await Promise.all([
    readCitedPages(
      api,
      { project_id, domain: source.domain },
      query,
      urlWithQuery(path, { ...query, cursor: undefined }),
    ),
    allPages((cursor) => api.aiVisibility.listBrands({ project_id, limit: 200, cursor })),
    api.aiVisibility.getSourceBrands({ project_id, domain, scans: maxSourceScans }),
    readCitingEngines(api, project, domain),
    readBreaks(api, project_id, source.scans),
  ])
  const isOfBrand = source.source_class === "own" || source.source_class === "competitor"
  const canChoose = roleAtLeast(role, "member") && project.status !== "archived" && !isOfBrand
  const brandNames = new Map(brands.map(({ id, name }) => [id, name]))
  const answersPath = `${projectPath}/answers`
  const scanCount = source.scans.length
  // A domain that only older scans cite has no citing answers in these scans.
  const isCited = source.answers_n > 0
  const citingAnswers = { cites_domain: source.domain, scan: isCited ? latestScansValue(scanCount) : allScans }
  return (
    <>
      <PageHead
        isInner
        crumbs={[{ name: "Citations", href: listPath, switchTo: "domains", projectId: project_id }]}
        title={source.domain}
        actions={
          <>
            <RoleNote role={role} member="choose the type of a domain" />
            <Button asChild size="small">
              <Link href={urlWithQuery(answersPath, citingAnswers)}>Show citing answers</Link>
            </Button>
          </>
        }
      />
      <SampleNote engines={engines} />
      <CitedSentence matrix={matrix} lapse={citationLapse(source.scans)} />
      {!isCited && scanCount > 0 && (
        <Lead>
          No answer of {describeLastScans(scanCount)} cites this domain. It was last cited on{" "}
          <CitedDate at={source.last_seen_at} />.
        </Lead>
      )}
      {scanCount > 0 && (
        <p className="mb-4 text-quiet text-table">
          Counts and dates cover {describeLastScans(scanCount)}. <CountingGuide />
        </p>
      )}
      <SourceFacts
        source={source}
        projectId={project_id}
        brand={source.brand_id && brandNames.get(source.brand_id)}
        canChoose={canChoose}
      />
      <ShareByScan scans={source.scans} breaks={breaks} />
      <MentionedBrands matrix={matrix} domain={domain} answersPath={answersPath} sorting={sortingOf("brands")} />
      {pages.data.length > 0 && (
        <Section title="Pages">
          <SourceTable
            sources={pages.data}
            path={listPath}
            brandNames={brandNames}
            sorting={{ path, query, sort: sortFromQuery(query.sort, sourceOrders) }}
            details={{
              pages: details,
              answersOf: (page) => urlWithQuery(answersPath, { ...page, scan: latestScansValue(scanCount) }),
              promptsPath: `${projectPath}/prompts`,
            }}
          />
          <Pager meta={pages.meta} path={path} query={query} noun={["page", "pages"]} />
        </Section>
      )}
      {source.prompts.length > 0 && (
        <PromptsAndEngines
          source={source}
          answersOf={(part) => urlWithQuery(answersPath, { ...citingAnswers, ...part })}
          sortingOf={sortingOf}
        />
      )}
      <AsApiCall
        guide={guides.sources}
        {...apiCall(
          urlWithQuery(`/ai-visibility/projects/${project_id}/citations`, {
            entity: "url",
            domain: source.domain,
            scans: maxSourceScans,
          }),
        )}
      />
    </>
  )
}

/**
 * Returns the engines whose answers cite the domain in any scan. Only the note about sample data uses them. Without a
 * sample engine, the function therefore makes no query and returns all engines of the project.
 */
async function readCitingEngines(
  api: OperationCaller,
  { id, engines }: { id: string; engines: string[] },
  cites_domain: string,
) {
  if (!engines.some(isSampleEngine)) return engines
  const firstAnswers = await Promise.all(
    engines.map((engine) => api.aiVisibility.listAnswers({ project_id: id, engine, cites_domain, limit: 1 })),
  )
  return firstAnswers.flatMap(({ data }) => data.map(({ engine }) => engine))
}
