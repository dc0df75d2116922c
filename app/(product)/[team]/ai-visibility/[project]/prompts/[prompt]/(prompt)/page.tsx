/** One prompt: its visibility over time, every brand in its answers by engine, and the answers. */
import type { Metadata } from "next"
import { AnswerTable } from "@/components/ai-visibility/answer-table"
import { BrandMatrix } from "@/components/ai-visibility/brand-matrix"
import { noIntervalLabels, type Row } from "@/components/ai-visibility/format-metrics"
import { PromptGap, sourcesAnchor } from "@/components/ai-visibility/prompt-actions"
import { PromptFacts } from "@/components/ai-visibility/prompt-facts"
import { PromptSentence } from "@/components/ai-visibility/prompt-sentence"
import { PromptSources } from "@/components/ai-visibility/prompt-sources"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { scanChoices } from "@/components/ai-visibility/scan-choices"
import { ScrollTarget } from "@/components/ai-visibility/scroll-target"
import { allScans } from "@/components/ai-visibility/source-filters"
import { TrendChart } from "@/components/ai-visibility/trend-chart"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { urlWithQuery } from "@/components/lists/pager"
import { PeriodField } from "@/components/lists/period-field"
import { StartScan } from "@/components/scans/start-scan"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { pluralize } from "@/domain/kernel/format-count"
import { roleAtLeast } from "@/domain/kernel/roles"
import { apiCall } from "@/server/api-call"
import { languageName } from "@/server/choices"
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
  const { api, team, project, path: projectPath, role } = await loadProject(slug, project_id)
  const prompt = await findPrompt(slug, project_id, prompt_id)
  const query = await searchParams
  const { scans, topics, answers, selectedScan, metrics } = await readPromptPage(api, { project_id, prompt_id }, query)
  const listPath = `${projectPath}/prompts`
  const path = `${listPath}/${prompt.id}`
  // The comparison shows the latest scan by default.
  const comparedScanId = selectedScan === scans[0] ? undefined : selectedScan?.id
  // A trend of few answers has no intervals, and so no band.
  const hasBand = metrics?.trend.points.some(({ band }) => band)
  return (
    <>
      <PageHead
        isInner
        crumbs={[{ name: "Prompts", href: listPath, switchTo: "prompts", projectId: project_id }]}
        title={prompt.text}
        mark={
          <>
            {prompt.latest?.is_gap && <PromptGap />}
            {prompt.is_branded && <Badge>names your brand</Badge>}
            {prompt.status !== "active" && <Badge state="idle">{prompt.status}</Badge>}
          </>
        }
        actions={
          project.status === "active" &&
          prompt.status === "active" &&
          (roleAtLeast(role, "member") ? (
            <StartScan
              kind="plain"
              projectId={project.id}
              teamPath={`/${team.slug}`}
              path={projectPath}
              promptId={prompt.id}
            />
          ) : (
            <RoleNote role={role} member="scan this prompt" />
          ))
        }
      />
      {metrics && metrics.brands.length > 0 && selectedScan ? (
        <>
          <PromptSentence brands={metrics.brands} change={metrics.change} />
          <FilterForm path={path} isAboveSection>
            {query.sort && <input type="hidden" name="sort" value={query.sort} />}
            {query.sources && <input type="hidden" name="sources" value={query.sources} />}
            <FilterSelect label="Scan" name="scan" choices={scanChoices(scans)} value={selectedScan.id} />
            <PeriodField label="Trend" name="span" presets={trendSpans} period={metrics.trendPeriod} />
          </FilterForm>
          <SampleNote engines={metrics.enginesOnPage} />
          {metrics.trend.points.length > 1 && (
            <Section
              title="Over time"
              lead={`Visibility by scan.${hasBand ? " The band is the 95% interval of your brand." : ""}`}
            >
              <TrendChart trend={metrics.trend} />
            </Section>
          )}
          <Section title="Brands" lead={writeBrandsLead(metrics.brands)}>
            <BrandMatrix
              brands={metrics.brands}
              byEngine={metrics.byEngine}
              sorting={{ path, query, sort: query.sort ?? "-visibility" }}
            />
          </Section>
        </>
      ) : (
        selectedScan && (
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
                <Link href={urlWithQuery(`${path}/compare`, { after: comparedScanId })}>Compare answers</Link>
              </Button>
              <Button asChild size="small">
                <Link href={urlWithQuery(`${projectPath}/answers`, { prompt_id: prompt.id, scan: allScans })}>
                  Show all answers
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
      {answers.data.length > 0 && (
        <ScrollTarget id={sourcesAnchor}>
          <Section
            title="Cited sources"
            lead={`How many of the ${pluralize(answers.data.length, "answer")} above cite each domain.`}
          >
            <PromptSources
              answers={answers.data}
              ownBrandId={project.own_brand?.id}
              citationsPath={`${projectPath}/citations`}
              sorting={{ path, query, sort: query.sources ?? "", parameter: "sources" }}
            />
          </Section>
        </ScrollTarget>
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
        {...apiCall(
          urlWithQuery(`/ai-visibility/projects/${project.id}/metrics`, {
            prompt_id: prompt.id,
            prompt_scope: "all",
            scan_id: selectedScan?.id,
          }),
        )}
      />
    </>
  )
}

/**
 * Writes the lead of the section Brands. Without intervals, it explains why the list of prompts shows one for the same
 * answers.
 */
function writeBrandsLead([first, ...others]: Row[]) {
  const reason = first?.visibility.no_interval
  if (!reason || others.some(({ visibility }) => visibility.ci)) return "Answers that mention each brand, by engine."
  return `Answers that mention each brand, by engine. Brands have ${noIntervalLabels[reason]}. The list of prompts shows a simpler interval, which treats answers as independent.`
}
