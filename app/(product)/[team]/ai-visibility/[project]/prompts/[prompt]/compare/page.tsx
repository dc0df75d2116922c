/** Two answers of one engine to a prompt, from two scans, side by side with their differences marked. */
import { AnswerPair } from "@/components/ai-visibility/answer-pair"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { scanChoices, scansToCompare } from "@/components/ai-visibility/scan-choices"
import { PageHead } from "@/components/frame/page-head"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { engineName } from "@/domain/ai-engines/engine-names"
import { loadProject } from "@/server/visit-project"
import { findPrompt } from "../find-prompt"

type Query = { engine?: string; before?: string; after?: string; run?: string }
type Props = {
  params: Promise<{ team: string; project: string; prompt: string }>
  searchParams: Promise<Query>
}

export const metadata = { title: "Compare answers" }

export default async function CompareAnswersPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id, prompt: prompt_id } = await params
  const { api, project, path: projectPath } = await loadProject(slug, project_id)
  const [prompt, { data: scans }, { data: recent }] = await Promise.all([
    findPrompt(slug, project_id, prompt_id),
    api.scans.list({ project_id, status: ["completed", "partial"], limit: 200 }),
    api.aiVisibility.listAnswers({ project_id, prompt_id, limit: 200 }),
  ])
  const query = await searchParams
  const promptPath = `${projectPath}/prompts/${prompt_id}`
  const engines = [...new Set(recent.map(({ engine }) => engine))].sort()
  const engine = engines.find((id) => id === query.engine) ?? engines[0]
  const asked = scans.filter(({ id }) => recent.some((answer) => answer.scan_id === id && answer.engine === engine))
  const [before, after] = scansToCompare(asked, query)
  const answersOf = async (scan_id: string) => {
    const include = ["text" as const, "mentions" as const, "citations" as const]
    const { data } = await api.aiVisibility.listAnswers({ project_id, prompt_id, scan_id, engine, include, limit: 200 })
    return data.sort((a, b) => a.run_index - b.run_index)
  }
  const [earlier, later] = before && after ? await Promise.all([before.id, after.id].map(answersOf)) : []
  const runs = later?.map(({ run_index }) => String(run_index)) ?? []
  const run = runs.find((number) => number === query.run) ?? runs[0]
  const answerOfRun = (answers: typeof earlier = []) =>
    answers.find(({ run_index }) => String(run_index) === run) ?? answers[0]
  const [left, right] = [answerOfRun(earlier), answerOfRun(later)]
  return (
    <>
      <PageHead isInner crumbs={[{ name: "Prompt", href: promptPath }]} title="Compare answers">
        {prompt.text}
      </PageHead>
      {left && right && before && after && engine ? (
        <>
          <FilterForm path={`${promptPath}/compare`}>
            <FilterSelect
              label="Engine"
              name="engine"
              choices={Object.fromEntries(engines.map((id) => [id, engineName(id)]))}
              value={engine}
            />
            <FilterSelect label="Earlier scan" name="before" choices={scanChoices(asked)} value={before.id} />
            <FilterSelect label="Later scan" name="after" choices={scanChoices(asked)} value={after.id} />
            {runs.length > 1 && (
              <FilterSelect
                label="Run"
                name="run"
                choices={Object.fromEntries(runs.map((number) => [number, `run ${number}`]))}
                value={run}
              />
            )}
          </FilterForm>
          <SampleNote engines={[engine]} />
          <AnswerPair
            before={left}
            after={right}
            ownBrand={project.own_brand?.name}
            answersPath={`${projectPath}/answers`}
          />
        </>
      ) : (
        <Empty title="Nothing to compare yet">
          The comparison appears here when two scans have asked one engine this prompt.
        </Empty>
      )}
    </>
  )
}
