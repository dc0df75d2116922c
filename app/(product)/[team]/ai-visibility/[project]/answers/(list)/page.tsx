/** The answers of a project: for each prompt and engine, the rank of your brand by run, and the cited domains. */
import type { Metadata } from "next"
import type { ReactNode } from "react"
import {
  type AnswerQuery,
  brandChoices,
  describeLastScans,
  scanAndBrandFilters,
  scanField,
} from "@/components/ai-visibility/answer-filters"
import { AnswerTable } from "@/components/ai-visibility/answer-table"
import { AnswersSentence } from "@/components/ai-visibility/answers-sentence"
import { EngineFilter } from "@/components/ai-visibility/project-filters"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { scanChoices } from "@/components/ai-visibility/scan-choices"
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { FilterText } from "@/components/lists/filter-text"
import { dayRanges, type ListPeriod, readListPeriod } from "@/components/lists/list-period"
import { NoMatch } from "@/components/lists/no-match"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { PeriodField } from "@/components/lists/period-field"
import { Button } from "@/components/ui/button"
import { listAnswers } from "@/domain/answers/list-answers"
import { maxSourceScans } from "@/domain/answers/source-scans"
import { allPages } from "@/server/all-pages"
import { apiCall } from "@/server/api-call"
import { isFiltered, readFilters } from "@/server/list-filters"
import { orNull } from "@/server/visit"
import { loadProject, type ProjectParams } from "@/server/visit-project"
import { readScans } from "../../read-scans"
import { readAnswers } from "./read-answers"

export const metadata: Metadata = { title: "Answers" }

type Props = ProjectParams & { searchParams: Promise<AnswerQuery> }

export default async function AnswersPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id } = await params
  const { api, team, project, path: projectPath } = await loadProject(slug, project_id)
  const path = `${projectPath}/answers`
  const query = await searchParams
  const [brands, scans, { data: client }, prompt] = await Promise.all([
    allPages((cursor) => api.aiVisibility.listBrands({ project_id, kind: ["own", "competitor"], limit: 200, cursor })),
    readScans(api, { project_id, limit: 100 }, [query.scan]),
    api.clients.get({ client_id: project.client_id }),
    query.prompt_id ? orNull(api.aiVisibility.getPrompt({ prompt_id: query.prompt_id })) : null,
  ])
  const period = readListPeriod(query, client.timezone ?? team.timezone)
  const urlFilters = readFilters(listAnswers, { ...query, prompt_id: prompt?.data.id }, period)
  const menuFilters = scanAndBrandFilters(query, { brands, scans, period })
  const { cites_url } = urlFilters
  // Without a selected scan, answers that cite a URL are searched for only in the latest scans.
  const isLimitedToLatestScans = cites_url !== undefined && !menuFilters.scan_id
  const filters = {
    ...urlFilters,
    ...menuFilters,
    ...(isLimitedToLatestScans && { scans: menuFilters.scans ?? maxSourceScans }),
  }
  const { answers, meta, counts, brandedPromptIds } = await readAnswers(api, {
    project,
    filters,
    cursor: query.cursor,
    path,
  })
  const hasFilters = Boolean(query.scan || query.brand) || isFiltered(urlFilters, period)
  return (
    <>
      {(answers.length > 0 || hasFilters) && (
        <FilterForm path={path} isClosedOnPhone>
          {prompt && <input type="hidden" name="prompt_id" value={prompt.data.id} />}
          {cites_url && <input type="hidden" name="cites_url" value={cites_url} />}
          <FilterSelect label="Brand" name="brand" all="any" choices={brandChoices(brands)} value={query.brand} />
          <EngineFilter engines={project.engines} value={filters.engine} />
          <FilterSelect label="Scan" name="scan" {...scanField(filters, { scans, period })} />
          <FilterText label="Cited domain" name="cites_domain" value={filters.cites_domain} />
          <PeriodField presets={dayRanges} all="any time" period={period} />
        </FilterForm>
      )}
      {prompt && (
        <ActiveFilterNote
          clearLabel="Show answers to all prompts"
          href={urlWithQuery(path, { ...query, prompt_id: undefined, cursor: undefined })}
        >
          Answers to{" "}
          <Link href={`${projectPath}/prompts/${prompt.data.id}`} className="font-strong hover:underline">
            {prompt.data.text}
          </Link>
        </ActiveFilterNote>
      )}
      {cites_url && (
        <ActiveFilterNote
          clearLabel="Show answers with any source"
          href={urlWithQuery(path, { ...query, cites_url: undefined, cursor: undefined })}
        >
          Answers that cite <span className="font-strong">{cites_url.replace(/^https?:\/\//, "")}</span>
        </ActiveFilterNote>
      )}
      {project.own_brand && counts && (
        <AnswersSentence brand={project.own_brand.name} {...counts} scans={describeScans(filters, scans, period)} />
      )}
      <SampleNote engines={answers.map(({ engine }) => engine)} hasFilter />
      {answers.length > 0 ? (
        <>
          <AnswerTable
            answers={answers}
            projectPath={projectPath}
            ownBrand={project.own_brand}
            brandedPromptIds={brandedPromptIds}
            hidesPrompt={prompt !== null}
          />
          <Pager meta={meta} path={path} query={query} noun={["answer", "answers"]} />
        </>
      ) : (
        <NoAnswers isFiltered={hasFilters} path={path} projectPath={projectPath} />
      )}
      <AsApiCall
        guide={guides.mentions}
        {...apiCall(
          urlWithQuery(`/ai-visibility/projects/${project.id}/answers`, { ...filters, include: "mentions,citations" }),
        )}
      />
    </>
  )
}

type Filters = ReturnType<typeof scanAndBrandFilters>
type Scans = Data<"scans", "list">

/**
 * "27 Nov 2026", "the last 4 scans" or "all scans". Returns an empty string for a chosen period, because the period
 * filter shows it.
 */
function describeScans({ scan_id, scans: latestCount }: Filters, scans: Scans, period: ListPeriod) {
  if (scan_id) return scanChoices(scans)[scan_id] ?? ""
  if (latestCount) return describeLastScans(latestCount)
  return period.choice === "" ? "all scans" : ""
}

type NoAnswersProps = { isFiltered: boolean; path: string; projectPath: string }

function NoAnswers({ isFiltered, path, projectPath }: NoAnswersProps) {
  if (isFiltered) return <NoMatch of="answers" path={path} />
  return (
    <Empty
      title="No answers yet"
      action={
        <Button asChild kind="primary">
          <Link href={`${projectPath}/scans`}>Go to scans</Link>
        </Button>
      }
    >
      Start a scan. Its answers appear here, with the brands they mention and the pages they cite.
    </Empty>
  )
}

type NoteProps = { children: ReactNode; clearLabel: string; href: string }

/** Says that the list is filtered by a prompt or a cited page, with a link that removes this filter. */
const ActiveFilterNote = ({ children, clearLabel, href }: NoteProps) => (
  <p className="mb-4 max-w-[68ch] wrap-anywhere">
    {children}
    {" · "}
    <Link href={href} className="text-accent hover:underline">
      {clearLabel}
    </Link>
  </p>
)
