/**
 * Compares the answers of two scans to a prompt: how often they mention each brand, and one answer of each scan, side
 * by side with marked differences.
 */
import { type Answer, describeRun } from "@/components/ai-visibility/answer-groups"
import { AnswerPair } from "@/components/ai-visibility/answer-pair"
import { BrandChangeSentence, BrandChanges, describeCounts } from "@/components/ai-visibility/brand-changes"
import { compareBrands } from "@/components/ai-visibility/compare-runs"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { scanChoices } from "@/components/ai-visibility/scan-choices"
import { PageHead } from "@/components/frame/page-head"
import { Section } from "@/components/frame/section"
import { CountingGuide } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { engineName } from "@/domain/ai-engines/engine-names"
import { loadProject } from "@/server/visit-project"
import { findPrompt } from "../find-prompt"
import { type CompareQuery, readComparison } from "./read-comparison"

type Props = {
  params: Promise<{ team: string; project: string; prompt: string }>
  searchParams: Promise<CompareQuery>
}

export const metadata = { title: "Compare answers" }

export default async function CompareAnswersPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id, prompt: prompt_id } = await params
  const { api, project, path: projectPath } = await loadProject(slug, project_id)
  const [prompt, query] = await Promise.all([findPrompt(slug, project_id, prompt_id), searchParams])
  const ownBrand = project.own_brand
  const comparison = await readComparison(api, { project_id, prompt_id, ownBrandId: ownBrand?.id }, query)
  const promptPath = `${projectPath}/prompts/${prompt_id}`
  const path = `${promptPath}/compare`
  return (
    <>
      <PageHead isInner crumbs={[{ name: "Prompt", href: promptPath }]} title="Compare answers">
        {prompt.text}
      </PageHead>
      {comparison ? (
        <Comparison
          comparison={comparison}
          ownBrand={ownBrand}
          query={query}
          path={path}
          answersPath={`${projectPath}/answers`}
        />
      ) : (
        <Empty title="Nothing to compare yet">
          The comparison appears here after an engine has answered this prompt in two scans.
        </Empty>
      )}
    </>
  )
}

type ComparisonProps = {
  comparison: NonNullable<Awaited<ReturnType<typeof readComparison>>>
  ownBrand: { id: string; name: string } | null
  query: CompareQuery
  path: string
  answersPath: string
}

function Comparison({ comparison, ownBrand, query, path, answersPath }: ComparisonProps) {
  const { askedScans, earlierScan, laterScan, earlierAnswers, laterAnswers, example } = comparison
  const { engines, brands } = compareBrands(earlierAnswers, laterAnswers, ownBrand)
  const ownChange = brands.find(({ isOwn }) => isOwn)
  const ownChangeOnEngine = ownChange?.byEngine[engines.indexOf(example.engine)]
  const onEngine = (answers: Answer[]) => answers.filter(({ engine }) => engine === example.engine)
  const answersEngine = (answers: Answer[], engine: string) => answers.some((answer) => answer.engine === engine)
  const sharedEngines = engines.filter((id) => answersEngine(earlierAnswers, id) && answersEngine(laterAnswers, id))
  return (
    <>
      <BrandChangeSentence brands={brands} />
      <FilterForm path={path} isAboveSection>
        {query.sort && <input type="hidden" name="sort" value={query.sort} />}
        <FilterSelect label="Earlier scan" name="before" choices={scanChoices(askedScans)} value={earlierScan.id} />
        <FilterSelect label="Later scan" name="after" choices={scanChoices(askedScans)} value={laterScan.id} />
      </FilterForm>
      <SampleNote engines={engines} />
      {brands.length > 0 && (
        <Section
          title="All runs"
          lead={
            <>
              Each dot is one answer: first the answers of the earlier scan, then those of the later scan. A filled dot
              is an answer that mentions the brand. Small differences can be chance. <CountingGuide />
            </>
          }
        >
          <BrandChanges engines={engines} brands={brands} sorting={{ path, query, sort: query.sort ?? "" }} />
        </Section>
      )}
      <Section
        title="One example"
        lead={
          <>
            {ownChangeOnEngine && (
              <>
                On {engineName(example.engine)}, <bdi>{ownChange?.name}</bdi> {describeCounts(ownChangeOnEngine)}{" "}
              </>
            )}
            Runs of one prompt vary. Run 1 of one scan has no connection to run 1 of another scan.
          </>
        }
      >
        <FilterForm path={path}>
          <input type="hidden" name="before" value={earlierScan.id} />
          <input type="hidden" name="after" value={laterScan.id} />
          {query.sort && <input type="hidden" name="sort" value={query.sort} />}
          {/* The choices have long texts, so each field takes a line on phones. */}
          <div className="contents max-sm:*:col-span-2">
            <FilterSelect
              label="Engine"
              name="engine"
              choices={Object.fromEntries(sharedEngines.map((id) => [id, engineName(id)]))}
              value={example.engine}
            />
            <FilterSelect
              label="Earlier run"
              name="before_run"
              choices={runChoices(onEngine(earlierAnswers), ownBrand?.id)}
              value={example.before.id}
            />
            <FilterSelect
              label="Later run"
              name="after_run"
              choices={runChoices(onEngine(laterAnswers), ownBrand?.id)}
              value={example.after.id}
            />
          </div>
        </FilterForm>
        <AnswerPair before={example.before} after={example.after} ownBrand={ownBrand?.name} answersPath={answersPath} />
      </Section>
    </>
  )
}

/** Returns the choices of a run, such as "Run 2: position 1 of 4 brands", by the id of the answer. */
const runChoices = (answers: Answer[], ownBrandId: string | undefined) =>
  Object.fromEntries(
    answers
      .toSorted((a, b) => (a.region ?? "").localeCompare(b.region ?? "") || a.run_index - b.run_index)
      .map((answer) => [answer.id, [answer.region, describeRun(answer, ownBrandId)].filter(Boolean).join(" ")]),
  )
