/** The sections of the page of a cited domain: its details, its share by scan, and the brands, prompts and engines. */
import type { ReactNode } from "react"
import { latestScansValue } from "@/components/ai-visibility/answer-filters"
import { CitedParts } from "@/components/ai-visibility/cited-parts"
import { brandsByMentions } from "@/components/ai-visibility/cited-sentence"
import { SourceType, sourceTypes } from "@/components/ai-visibility/source-type"
import { SourceTypeSelect } from "@/components/ai-visibility/source-type-select"
import type { Data, SourceBrandMatrix } from "@/components/api/types"
import { LineChart } from "@/components/charts/line-chart"
import { Section } from "@/components/frame/section"
import { urlWithQuery } from "@/components/lists/pager"
import type { Sorting } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { Fact } from "@/components/ui/fact"
import type { DatedBreak } from "@/domain/ai-engines/describe-breaks"
import { engineName } from "@/domain/ai-engines/engine-names"
import { maxSourcePrompts } from "@/domain/answers/source-scans"
import { pluralize } from "@/domain/kernel/format-count"

type Source = Data<"aiVisibility", "getSource">
type FactsProps = { source: Source; projectId: string; brand: string | null | undefined; canChoose: boolean }

/** `brand`: the name of the brand that owns the domain. `canChoose`: the visitor may choose the source type. */
export function SourceFacts({ source, projectId, brand, canChoose }: FactsProps) {
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
          <FactValue>
            <SourceType of={source.source_class} brand={brand} />
          </FactValue>
        )}
      </Fact>
      <Fact name="Cited">
        <FactValue>
          {pluralize(source.citations_n, "time")}, in {pluralize(source.answers_n, "answer")}
        </FactValue>
      </Fact>
      <Fact name="First cited">
        <FactValue>
          <Time at={source.first_seen_at} />
        </FactValue>
      </Fact>
      <Fact name="Last cited">
        <FactValue>
          <Time at={source.last_seen_at} />
        </FactValue>
      </Fact>
    </dl>
  )
}

export function ShareByScan({ scans, breaks }: Pick<Source, "scans"> & { breaks: DatedBreak[] }) {
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
  matrix: SourceBrandMatrix
  domain: string
  answersPath: string
  sorting: Sorting
}

/** Shows how many of the answers that cite the domain mention each brand. The only source of `matrix` is the domain. */
export function MentionedBrands({ matrix, domain, answersPath, sorting }: BrandsProps) {
  const [source] = matrix.sources
  if (!source) return null
  const parts = brandsByMentions(matrix).map(({ id, name, kind }) => {
    const cited_n = source.mentioned_n[id] ?? 0
    const answers = { cites_domain: domain, brand: id, scan: latestScansValue(matrix.scans_n) }
    const link = cited_n > 0 && { href: urlWithQuery(answersPath, answers) }
    return { id, name, isOwn: kind === "own", ...link, answers_n: source.answers_n, cited_n }
  })
  return (
    <Section
      title="Brands"
      lead={`Mentioned in the ${pluralize(source.answers_n, "answer")} that ${source.answers_n === 1 ? "cites" : "cite"} this domain.`}
    >
      <CitedParts dimension="Brand" parts={parts} sorting={sorting} />
    </Section>
  )
}

/** `answersOf`: returns the link to the answers that cite the domain, to one prompt or of one engine. */
type PartsProps = {
  source: Source
  answersOf: (part: { prompt_id: string } | { engine: string }) => string
  sortingOf: (parameter: "prompts" | "engines") => Sorting
}

export function PromptsAndEngines({ source: { prompts, engines }, answersOf, sortingOf }: PartsProps) {
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
const FactValue = ({ children }: { children: ReactNode }) => (
  <span className="flex min-h-8 items-center whitespace-pre-wrap">{children}</span>
)
