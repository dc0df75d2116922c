/**
 * One cited domain: its share over time, which brands its answers mention, its pages, and the prompts and engines. All
 * counts cover the same latest scans.
 */
import type { Metadata } from "next"
import type { ReactNode } from "react"
import { describeLastScans, latestScansValue } from "@/components/ai-visibility/answer-filters"
import { citationLapse } from "@/components/ai-visibility/citation-lapse"
import { CitedParts } from "@/components/ai-visibility/cited-parts"
import { brandsByMentions, CitedSentence } from "@/components/ai-visibility/cited-sentence"
import { CountingGuide } from "@/components/ai-visibility/counting-guide"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { allScans, sourceOrders } from "@/components/ai-visibility/source-filters"
import { SourceTable } from "@/components/ai-visibility/source-table"
import { SourceType, sourceTypes } from "@/components/ai-visibility/source-type"
import { SourceTypeSelect } from "@/components/ai-visibility/source-type-select"
import type { Data } from "@/components/api/types"
import { LineChart } from "@/components/charts/line-chart"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { sortFromQuery } from "@/components/lists/sort-rows"
import type { Sorting } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { Fact } from "@/components/ui/fact"
import { Lead } from "@/components/ui/lead"
import type { DatedBreak } from "@/domain/ai-engines/describe-breaks"
import { engineName } from "@/domain/ai-engines/engine-names"
import { isSampleEngine } from "@/domain/ai-engines/kinds"
import { maxSourcePrompts, maxSourceScans } from "@/domain/answers/source-scans"
import { pluralize } from "@/domain/kernel/format-count"
import { roleAtLeast } from "@/domain/kernel/roles"
import { allPages } from "@/server/all-pages"
import { apiCall } from "@/server/api-call"
import type { OperationCaller } from "@/server/caller"
import { loadProject } from "@/server/visit-project"
import { CitedDate } from "./cited-date"
import { findDomain } from "./find-domain"
import { readBreaks } from "./read-breaks"
import { type PagesQuery, readCitedPages } from "./read-cited-pages"

type Params = { params: Promise<{ team: string; project: string; domain: string }> }
/** The orders of the tables of brands, prompts and engines. `sort` is that of the pages. */
type Query = PagesQuery & Partial<Record<"brands" | "prompts" | "engines", string>>
type Props = Params & { searchParams: Promise<Query> }

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  return { title: decodeURIComponent((await params).domain) }
}

export default async function DomainPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id, domain: encoded } = await params
  const domain = decodeURIComponent(encoded)
  const { api, role, project, path: projectPath } = await loadProject(slug, project_id)
  const query = await searchParams
  const listPath = `${projectPath}/citations`
  const path = `${listPath}/${encoded}`
  const source = await findDomain(slug, project_id, encoded)
  const sortingOf = (name: "brands" | "prompts" | "engines") => ({ path, query, sort: query[name] ?? "", name })
  const [{ pages, details }, brands, { data: matrix }, engines, breaks] = await Promise.all([
    readCitedPages(
      api,
      { project_id, domain: source.domain },
      query,
      urlWithQuery(path, { ...query, cursor: undefined }),
    ),
    allPages((cursor) => api.aiVisibility.listBrands({ project_id, limit: 200, cursor })),
    api.aiVisibility.getSourceBrands({ project_id, domain, scans: maxSourceScans }),
    citingEngines(api, project, domain),
    readBreaks(api, project_id, source.scans),
  ])
  const isOfBrand = source.source_class === "own" || source.source_class === "competitor"
  const canChoose = roleAtLeast(role, "member") && project.status !== "archived" && !isOfBrand
  const brandNames = new Map(brands.map(({ id, name }) => [id, name]))
  const answersPath = `${projectPath}/answers`
  const scansN = source.scans.length
  // A domain that only older scans cite has no citing answers in these scans.
  const isCited = source.answers_n > 0
  const citing = { cites_domain: source.domain, scan: isCited ? latestScansValue(scansN) : allScans }
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
              <Link href={urlWithQuery(answersPath, citing)}>Show citing answers</Link>
            </Button>
          </>
        }
      />
      <SampleNote engines={engines} />
      <CitedSentence matrix={matrix} lapse={citationLapse(source.scans)} />
      {!isCited && scansN > 0 && (
        <Lead>
          No answer of {describeLastScans(scansN)} cites this domain. It was last cited on{" "}
          <CitedDate at={source.last_seen_at} />.
        </Lead>
      )}
      {scansN > 0 && (
        <p className="mb-4 text-quiet text-table">
          Counts and dates cover {describeLastScans(scansN)}. <CountingGuide />
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
              answersOf: (page) => urlWithQuery(answersPath, { ...page, scan: latestScansValue(scansN) }),
              promptsPath: `${projectPath}/prompts`,
            }}
          />
          <Pager meta={pages.meta} path={path} query={query} noun={["page", "pages"]} />
        </Section>
      )}
      {source.prompts.length > 0 && (
        <PromptsAndEngines
          source={source}
          answersOf={(part) => urlWithQuery(answersPath, { ...citing, ...part })}
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

type Source = Data<"aiVisibility", "getSource">
type FactsProps = { source: Source; projectId: string; brand: string | null | undefined; canChoose: boolean }

/** `brand`: the name of the brand that the domain belongs to. `canChoose`: the visitor may choose the source type. */
function SourceFacts({ source, projectId, brand, canChoose }: FactsProps) {
  return (
    <dl className="mb-8 flex flex-wrap gap-x-10 gap-y-3 text-table">
      <Fact name="Source type">
        {canChoose ? (
          <SourceTypeSelect
            projectId={projectId}
            domain={source.domain}
            automatic={sourceTypes[source.source_class].name}
            chosen={source.chosen_source_class}
          />
        ) : (
          <Value>
            <SourceType of={source.source_class} brand={brand} />
          </Value>
        )}
      </Fact>
      <Fact name="Cited">
        <Value>
          {pluralize(source.citations_n, "time")}, in {pluralize(source.answers_n, "answer")}
        </Value>
      </Fact>
      <Fact name="First cited">
        <Value>
          <Time at={source.first_seen_at} />
        </Value>
      </Fact>
      <Fact name="Last cited">
        <Value>
          <Time at={source.last_seen_at} />
        </Value>
      </Fact>
    </dl>
  )
}

function ShareByScan({ scans, breaks }: Pick<Source, "scans"> & { breaks: DatedBreak[] }) {
  if (scans.length < 2) return null
  return (
    <Section title="Share of answers that cite this domain">
      <LineChart
        label="Share of answers that cite this domain"
        title={null}
        column={{ unit: "ratio", currency: null }}
        series={[{ id: "value", name: "Answers that cite this domain" }]}
        breaks={breaks}
        points={scans.map(({ finished_at, answers_n, cited_n }) => ({
          date: finished_at,
          values: { value: answers_n === 0 ? null : cited_n / answers_n },
        }))}
      />
    </Section>
  )
}

type BrandsProps = {
  matrix: Data<"aiVisibility", "getSourceBrands">
  domain: string
  answersPath: string
  sorting: Sorting
}

/** How many of the answers that cite the domain mention each brand. `matrix` has one source, the domain. */
function MentionedBrands({ matrix, domain, answersPath, sorting }: BrandsProps) {
  const [cited] = matrix.sources
  if (!cited) return null
  const parts = brandsByMentions(matrix).map(({ id, name, kind }) => {
    const cited_n = cited.mentioned_n[id] ?? 0
    const answers = { cites_domain: domain, brand: id, scan: latestScansValue(matrix.scans_n) }
    const link = cited_n > 0 && { href: urlWithQuery(answersPath, answers) }
    return { id, name, isOwn: kind === "own", ...link, answers_n: cited.answers_n, cited_n }
  })
  return (
    <Section
      title="Brands"
      lead={`Mentioned in the ${pluralize(cited.answers_n, "answer")} that ${cited.answers_n === 1 ? "cites" : "cite"} this domain.`}
    >
      <CitedParts dimension="Brand" parts={parts} sorting={sorting} />
    </Section>
  )
}

/** `answersOf`: the path of the answers that cite the domain, to one prompt or of one engine. */
type PartsProps = {
  source: Source
  answersOf: (part: { prompt_id: string } | { engine: string }) => string
  sortingOf: (name: "prompts" | "engines") => Sorting
}

function PromptsAndEngines({ source: { prompts, engines }, answersOf, sortingOf }: PartsProps) {
  return (
    <div className="grid items-start gap-x-8 lg:grid-cols-2">
      <Section title="Prompts" lead="Answers that cite this domain. A prompt opens these answers.">
        <CitedParts
          dimension="Prompt"
          optionsName="citing-prompts"
          sorting={prompts.length < maxSourcePrompts ? sortingOf("prompts") : undefined}
          parts={prompts.map(({ prompt_id, text, ...counts }) => ({
            id: prompt_id,
            name: text,
            href: answersOf({ prompt_id }),
            ...counts,
          }))}
        />
      </Section>
      <Section title="Engines" lead="The same answers by engine.">
        <CitedParts
          dimension="Engine"
          sorting={sortingOf("engines")}
          parts={engines.map(({ engine, ...counts }) => ({
            id: engine,
            name: engineName(engine),
            ...(counts.cited_n > 0 && { href: answersOf({ engine }) }),
            ...counts,
          }))}
        />
      </Section>
    </div>
  )
}

/** The value of a fact, as high as the select field beside it. */
const Value = ({ children }: { children: ReactNode }) => (
  <span className="flex min-h-8 items-center whitespace-pre-wrap">{children}</span>
)

/**
 * The engines whose answers cite the domain in any scan. Queried only if one of the project's engines is the sample
 * engine.
 */
async function citingEngines(
  api: OperationCaller,
  { id, engines }: { id: string; engines: string[] },
  cites_domain: string,
) {
  if (!engines.some(isSampleEngine)) return engines
  const counts = await Promise.all(
    engines.map((engine) => api.aiVisibility.listAnswers({ project_id: id, engine, cites_domain, limit: 1 })),
  )
  return engines.filter((_, i) => counts[i]?.data.length)
}
