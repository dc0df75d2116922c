/** One prompt: every brand in its answers, by engine and scan by scan, and the answers. */
import type { Metadata } from "next"
import { AnswerTable } from "@/components/ai-visibility/answer-table"
import { BrandTable, sortBrands } from "@/components/ai-visibility/brand-table"
import { noIntervalLabels, type Row } from "@/components/ai-visibility/format-metrics"
import { endOfAxis } from "@/components/ai-visibility/interval-bar"
import { PromptFacts } from "@/components/ai-visibility/prompt-facts"
import { PromptGap } from "@/components/ai-visibility/prompt-gap"
import { PromptSentence } from "@/components/ai-visibility/prompt-sentence"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { scanChoices } from "@/components/ai-visibility/scan-choices"
import { SplitTable } from "@/components/ai-visibility/split-table"
import { TrendChart } from "@/components/ai-visibility/trend-chart"
import { PageHead } from "@/components/frame/page-head"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { urlWithQuery } from "@/components/lists/pager"
import { PeriodField } from "@/components/lists/period-field"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { engineName } from "@/domain/ai-engines/engine-names"
import { languageName } from "@/server/choices"
import { curlCommand } from "@/server/curl-command"
import { loadProject } from "@/server/visit-project"
import { trendSpans } from "../../../trend-period"
import { findPrompt } from "../find-prompt"
import { type PromptPageQuery, readPromptPage } from "./read-prompt-page"

type Params = { params: Promise<{ team: string; project: string; prompt: string }> }
type Props = Params & { searchParams: Promise<PromptPageQuery> }

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  const { team, project, prompt } = await params
  return { title: (await findPrompt(team, project, prompt)).text }
}

export default async function PromptPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id, prompt: prompt_id } = await params
  const { api, project, path: projectPath } = await loadProject(slug, project_id)
  const prompt = await findPrompt(slug, project_id, prompt_id)
  const query = await searchParams
  const { scans, topics, answers, chosen, metrics } = await readPromptPage(api, { project_id, prompt_id }, query)
  const listPath = `${projectPath}/prompts`
  const path = `${listPath}/${prompt.id}`
  // Few answers to one prompt have no interval.
  const hasBand = metrics?.trend.points.some(({ band }) => band)
  return (
    <>
      <PageHead
        isInner
        crumbs={[{ name: "Prompts", href: listPath }]}
        title={prompt.text}
        mark={
          <>
            {prompt.latest?.is_gap && <PromptGap />}
            {prompt.is_branded && <Badge>names your brand</Badge>}
            {prompt.status !== "active" && <Badge state="idle">{prompt.status}</Badge>}
          </>
        }
      />
      {metrics && metrics.brands.length > 0 && chosen ? (
        <>
          <PromptSentence brands={metrics.brands} change={metrics.change} />
          <FilterForm path={path}>
            {query.sort && <input type="hidden" name="sort" value={query.sort} />}
            {query.engines && <input type="hidden" name="engines" value={query.engines} />}
            <FilterSelect label="Scan" name="scan" choices={scanChoices(scans)} value={chosen.id} />
            <PeriodField label="Trend" name="span" presets={trendSpans} period={metrics.trendPeriod} />
          </FilterForm>
          <SampleNote engines={metrics.shownEngines} />
          <BrandsAndEngines brands={metrics.brands} engines={metrics.engines} path={path} query={query} />
        </>
      ) : (
        chosen && (
          <div className="mb-10">
            <Empty title="Not asked in this scan">Metrics appear here after a scan asks this prompt.</Empty>
          </div>
        )
      )}
      <Section
        title="Answers"
        actions={
          answers.data.length > 0 && (
            <>
              <Button asChild size="small">
                <Link href={`${path}/compare`}>Compare answers</Link>
              </Button>
              <Button asChild size="small">
                <Link href={urlWithQuery(`${projectPath}/answers`, { prompt: prompt.id })}>
                  Show answers of all scans
                </Link>
              </Button>
            </>
          )
        }
      >
        {answers.data.length > 0 ? (
          <AnswerTable answers={answers.data} projectPath={projectPath} ownBrand={project.own_brand} hidesPrompt />
        ) : (
          <Empty title="No answers yet">Answers appear here after a scan asks this prompt.</Empty>
        )}
      </Section>
      {metrics && metrics.trend.points.length > 1 && (
        <Section
          title="Over time"
          lead={`Visibility by scan.${hasBand ? " The band is the 95% interval of your brand." : ""}`}
        >
          <TrendChart label="Visibility over time" trend={metrics.trend} />
        </Section>
      )}
      <Section title="About this prompt">
        <PromptFacts
          prompt={prompt}
          topic={topics.find(({ id }) => id === prompt.topic_id)?.name ?? null}
          language={languageName(prompt.language)}
          listPath={listPath}
        />
      </Section>
      <AsApiCall
        guide={guides.mentions}
        curl={curlCommand(
          urlWithQuery(`/ai-visibility/projects/${project.id}/metrics`, {
            prompt_id: prompt.id,
            prompt_scope: "all",
            scan_id: chosen?.id,
          }),
        )}
      />
    </>
  )
}

type TablesProps = { brands: Row[]; engines: Row[]; path: string; query: PromptPageQuery }

/** The tables of brands and of your brand by engine. Their bars share one axis. */
function BrandsAndEngines({ brands, engines, path, query }: TablesProps) {
  const sort = query.sort ?? "-visibility"
  const axisEnd = endOfAxis([...brands, ...engines].map(({ visibility }) => visibility))
  return (
    <>
      <div className="mt-6">
        <Section title="Brands" lead={whyNoInterval(brands)}>
          <BrandTable rows={sortBrands(brands, sort)} sorting={{ path, query, sort }} axisEnd={axisEnd} />
        </Section>
      </div>
      {engines.length > 1 && (
        <Section title="Your brand by engine">
          <SplitTable
            by="Engine"
            axisEnd={axisEnd}
            sorting={{ path, query, sort: query.engines ?? "", name: "engines" }}
            parts={engines.map((row) => {
              const engine = row.group.engine ?? ""
              return { id: engine, name: engineName(engine), row }
            })}
          />
        </Section>
      )}
    </>
  )
}

/** Explains bars without intervals. The list of prompts has intervals, because it assumes independent answers. */
function whyNoInterval([first, ...others]: Row[]) {
  const reason = first?.visibility.no_interval
  if (!reason || others.some(({ visibility }) => visibility.ci)) return
  return `Brands have ${noIntervalLabels[reason]}. The list of prompts shows a simpler interval, which treats answers as independent.`
}
