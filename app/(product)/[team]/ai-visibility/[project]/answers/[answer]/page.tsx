/**
 * One answer: its text with every mention highlighted, its citations, how it was obtained, and the other answers to the
 * same prompt.
 */
import type { Metadata } from "next"
import { AnswerFacts, hasFacts } from "@/components/ai-visibility/answer-facts"
import { type BrandMark, brandMarksOf, marksOf } from "@/components/ai-visibility/answer-marks"
import { AnswerTable } from "@/components/ai-visibility/answer-table"
import { AnswerView } from "@/components/ai-visibility/answer-view"
import { brandColors } from "@/components/ai-visibility/brand-colors"
import { CitationList } from "@/components/ai-visibility/citation-list"
import { MentionList } from "@/components/ai-visibility/mention-list"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { PageHead } from "@/components/frame/page-head"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { Lead } from "@/components/ui/lead"
import { engineName } from "@/domain/ai-engines/engine-names"
import { allPages } from "@/server/all-pages"
import { apiCall } from "@/server/api-call"
import { loadProject } from "@/server/visit-project"
import { findPrompt } from "../../prompts/[prompt]/find-prompt"
import { findAnswer } from "./find-answer"

type Props = { params: Promise<{ team: string; project: string; answer: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { team, project, answer } = await params
  const { engine, prompt = "" } = await findAnswer(team, project, answer)
  return { title: `${engineName(engine)}: ${prompt}` }
}

export default async function AnswerPage({ params }: Props) {
  const { team: slug, project: project_id, answer: answer_id } = await params
  const { api, project, path } = await loadProject(slug, project_id)
  const answer = await findAnswer(slug, project_id, answer_id)
  const { text = "", mentions = [], citations = [], prompt = "", prompt_id, scan_id, engine } = answer
  const samePrompt = { project_id, prompt_id, scan_id, limit: 200 }
  const [{ is_branded }, brands, { data: siblings }, engineAnswers] = await Promise.all([
    findPrompt(slug, project_id, prompt_id),
    allPages((cursor) => api.aiVisibility.listBrands({ project_id, limit: 200, cursor })),
    api.aiVisibility.listAnswers({ ...samePrompt, include: ["mentions", "citations"] }),
    api.aiVisibility.listAnswers({ ...samePrompt, engine }),
  ])
  const marks = brandMarksOf(mentions, project.own_brand?.id, brandColors(brands))
  const rankSentence = describeRank(marks, project.own_brand?.name)
  // If the engine has more answers than the list, neither the number of runs nor the neighbors are known.
  const runs = (engineAnswers.meta.next_cursor === null ? engineAnswers.data : [])
    .filter(({ region }) => region === answer.region)
    .sort((a, b) => a.run_index - b.run_index)
  const runIndex = runs.findIndex(({ id }) => id === answer.id)
  return (
    <>
      <PageHead
        isInner
        crumbs={[
          { name: "Answers", href: `${path}/answers` },
          { name: "Prompt", href: `${path}/prompts/${prompt_id}` },
        ]}
        title={prompt}
        actions={
          runs.length > 1 && (
            <>
              <RunLink name="Previous run" run={runs[runIndex - 1]} path={path} />
              <RunLink name="Next run" run={runs[runIndex + 1]} path={path} />
            </>
          )
        }
      >
        {engineName(answer.engine)}
        {answer.region && `, ${answer.region}`}, run {answer.run_index}
        {runs.length > 1 && ` of ${runs.length}`}, asked <Time at={answer.asked_at} />.
      </PageHead>
      {rankSentence && <Lead>{rankSentence}</Lead>}
      {is_branded && (
        <p className="mb-6 text-quiet">The prompt names your brand, so metrics exclude its answers by default.</p>
      )}
      <SampleNote engines={[answer.engine]} />
      <div className="mb-10 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,42rem)_minmax(18rem,1fr)]">
        <section
          aria-label="Answer"
          className="min-w-0 self-start rounded-box border border-line bg-surface p-4 sm:p-6"
        >
          <AnswerView text={text} marks={marksOf(text, marks)} />
        </section>
        <div className="grid min-w-0 content-start gap-8">
          <section aria-label="Brands">
            <h2 className="mb-2 text-head">Brands in order</h2>
            <MentionList brands={marks} />
          </section>
          <section aria-label="Citations">
            <h2 className="mb-2 text-head">Citations</h2>
            <CitationList
              citations={citations}
              brandNames={new Map(brands.map(({ id, name }) => [id, name]))}
              sourcesPath={`${path}/citations`}
            />
          </section>
          {hasFacts(answer) && (
            <section aria-label="Details">
              <h2 className="mb-2 text-head">Details</h2>
              <AnswerFacts answer={answer} />
            </section>
          )}
        </div>
      </div>
      {siblings.length > 1 && (
        <Section title="The same prompt in this scan" lead="Answers vary by run and by engine.">
          <AnswerTable
            answers={siblings}
            projectPath={path}
            ownBrand={project.own_brand}
            currentAnswerId={answer.id}
            hidesPrompt
          />
        </Section>
      )}
      <AsApiCall guide={guides.mentions} {...apiCall(`/answers/${answer.id}`)} />
    </>
  )
}

/** "Bergamo Bikes is at position 1 of 3 brands." `brands`: in the order in which the answer mentions them. */
function describeRank(brands: BrandMark[], ownBrand: string | undefined) {
  if (!ownBrand) return ""
  const index = brands.findIndex(({ isOwn }) => isOwn)
  if (index === -1) return `${ownBrand} is not mentioned.`
  if (brands.length === 1) return `${ownBrand} is the only tracked brand mentioned.`
  return `${ownBrand} is at position ${index + 1} of ${brands.length} brands.`
}

function RunLink({ name, run, path }: { name: string; run: { id: string } | undefined; path: string }) {
  return run ? (
    <Button asChild size="small">
      <Link href={`${path}/answers/${run.id}`}>{name}</Link>
    </Button>
  ) : null
}
