/** The answers of a project: for each prompt and engine, the rank of your brand by run, and the cited domains. */
import type { Metadata } from "next"
import {
  type AnswerQuery,
  answerFilters,
  brandChoices,
  lastScans,
  latestScansValue,
} from "@/components/ai-visibility/answer-filters"
import { AnswerTable } from "@/components/ai-visibility/answer-table"
import { EngineFilter } from "@/components/ai-visibility/engine-filter"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { scanChoices } from "@/components/ai-visibility/scan-choices"
import { readWholePrompts } from "@/components/ai-visibility/whole-prompts"
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { FilterText } from "@/components/lists/filter-text"
import { dayRanges, readListPeriod } from "@/components/lists/list-period"
import { NoMatch } from "@/components/lists/no-match"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { PeriodField } from "@/components/lists/period-field"
import { Button } from "@/components/ui/button"
import { count, pluralize } from "@/domain/kernel/format-count"
import { curlCommand } from "@/server/curl-command"
import { orFirstPage, orNull } from "@/server/visit"
import { loadProject, type ProjectParams } from "@/server/visit-project"

export const metadata: Metadata = { title: "Answers" }

/** Only links from the page Citations choose several scans. */
const latestScansChoice = (count: number | undefined) => count && { [latestScansValue(count)]: lastScans(count) }

/** Fits about eight prompts. Each prompt has an answer for every engine, region and run. */
function pageSize({ engines, regions, runs_per_prompt }: Data<"aiVisibility", "getProject">) {
  const answersPerPrompt = Math.max(1, engines.length) * Math.max(1, regions.length) * runs_per_prompt
  return Math.min(200, Math.max(50, 8 * answersPerPrompt))
}

type Props = ProjectParams & { searchParams: Promise<AnswerQuery> }

export default async function AnswersPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id } = await params
  const { api, team, project, path: projectPath } = await loadProject(slug, project_id)
  const path = `${projectPath}/answers`
  const query = await searchParams
  const [{ data: brands }, { data: scans }, { data: client }, prompt] = await Promise.all([
    api.aiVisibility.listBrands({ project_id, kind: ["own", "competitor"], limit: 200 }),
    api.scans.list({ project_id, limit: 100 }),
    api.clients.get({ client_id: project.client_id }),
    query.prompt ? orNull(api.aiVisibility.getPrompt({ prompt_id: query.prompt })) : null,
  ])
  const period = readListPeriod(query, client.timezone ?? team.timezone)
  const filters = answerFilters(
    { ...query, prompt: prompt?.data.id },
    { brands, engines: project.engines, scans, period },
  )
  const { data: answers, meta } = await orFirstPage(
    readWholePrompts(api.aiVisibility.listAnswers, {
      project_id,
      ...filters,
      sort: "prompt" as const,
      include: ["mentions" as const, "citations" as const, "prompt" as const],
      limit: pageSize(project),
      cursor: query.cursor,
    }),
    path,
  )
  const ownBrand = project.own_brand
  const answersWithOwnBrand =
    ownBrand && !query.brand && answers.length > 0
      ? await api.aiVisibility.listAnswers({ project_id, ...filters, mentions_brand: ownBrand.id, limit: 1 })
      : null
  const coversAllScans = !filters.scan_id && !filters.scans && period.choice === ""
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <>
      {(answers.length > 0 || isFiltered || period.choice !== "") && (
        <FilterForm path={path} isClosedOnPhone>
          {prompt && <input type="hidden" name="prompt" value={prompt.data.id} />}
          <FilterSelect label="Brand" name="brand" all="any" choices={brandChoices(brands)} value={query.brand} />
          <EngineFilter engines={project.engines} value={filters.engine} />
          <FilterSelect
            label="Scan"
            name="scan"
            all="any"
            choices={{ ...latestScansChoice(filters.scans), ...scanChoices(scans) }}
            value={filters.scans ? latestScansValue(filters.scans) : filters.scan_id}
          />
          <FilterText label="Cited domain" name="domain" value={filters.cites_domain} />
          <PeriodField presets={dayRanges} all="any time" period={period} />
        </FilterForm>
      )}
      {prompt && (
        <p className="mb-4 max-w-[68ch] break-words">
          Answers to{" "}
          <Link href={`${projectPath}/prompts/${prompt.data.id}`} className="font-strong hover:underline">
            {prompt.data.text}
          </Link>
          {" · "}
          <Link
            href={urlWithQuery(path, { ...query, prompt: undefined, cursor: undefined })}
            className="text-accent hover:underline"
          >
            Show answers to all prompts
          </Link>
        </p>
      )}
      {ownBrand && answersWithOwnBrand?.meta.total_is_exact && meta.total_is_exact && (
        <p className="wrap-anywhere mb-4 text-lead">
          <bdi className="font-strong">{ownBrand.name}</bdi> is in {count(answersWithOwnBrand.meta.total ?? 0)} of{" "}
          {pluralize(meta.total ?? 0, "answer")}
          {coversAllScans && " of all scans"}.
        </p>
      )}
      <SampleNote engines={answers.map(({ engine }) => engine)} hasFilter />
      {answers.length > 0 ? (
        <>
          <AnswerTable
            answers={answers}
            projectPath={projectPath}
            ownBrand={project.own_brand}
            hidesPrompt={prompt !== null}
          />
          <Pager meta={meta} path={path} query={query} noun={["answer", "answers"]} />
        </>
      ) : isFiltered ? (
        <NoMatch of="answers" path={path} />
      ) : (
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
      )}
      <AsApiCall
        guide={guides.mentions}
        curl={curlCommand(
          urlWithQuery(`/ai-visibility/projects/${project.id}/answers`, { ...filters, include: "mentions,citations" }),
        )}
      />
    </>
  )
}
