/**
 * Table of answers with one row per engine: a strip of its runs, the brands that it mentions first, and the domains
 * that it cites. The rows are grouped by prompt and scan. The head of a group shows how many of its answers mention
 * your brand, and the date if the answers are of several scans.
 */
import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { engineName } from "@/domain/ai-engines/engine-names"
import {
  type Answer,
  answerLines,
  domainsByAnswers,
  type EngineRuns,
  firstBrands,
  groupByPrompt,
  type PromptGroup,
  rankOf,
  type Tally,
} from "./answer-groups"
import { RunStrip } from "./run-strip"

type Props = {
  answers: Answer[]
  /** The path of the project. */
  projectPath: string
  ownBrand: { id: string; name: string } | null
  /** The prompts that name your brand. Their groups are marked. */
  brandedPromptIds?: Set<string>
  /** True when all rows answer the same prompt. */
  hidesPrompt?: boolean
  /** The id of the answer that the page shows. */
  currentAnswerId?: string
}

export function AnswerTable(props: Props) {
  const { answers, projectPath, ownBrand, hidesPrompt, currentAnswerId } = props
  const groups = groupByPrompt(answers)
  const hasSeveralScans = new Set(answers.map(({ scan_id }) => scan_id)).size > 1
  const hasHeads = !hidesPrompt || groups.length > 1
  return (
    <Table
      optionsName="answers"
      label="Answers"
      isCards
      csvLines={answerLines(groups, ownBrand?.id)}
      className="md:min-w-[720px]"
    >
      <thead>
        <tr>
          <Th>Engine</Th>
          <Th>{ownBrand ? "Your position by run" : "Runs"}</Th>
          <Th>Mentioned</Th>
          <Th>Mentioned first</Th>
          <Th>Cited domains</Th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.key}>
          {hasHeads && <GroupHead {...props} group={group} showsDate={hasSeveralScans} />}
          {group.engines.map((runs) => (
            <EngineRow
              key={runs.key}
              engineRuns={runs}
              answersPath={`${projectPath}/answers`}
              ownBrand={ownBrand}
              currentAnswerId={currentAnswerId}
            />
          ))}
        </tbody>
      ))}
    </Table>
  )
}

const columnCount = 5

type HeadProps = Omit<Props, "answers"> & { group: PromptGroup; showsDate: boolean }

function GroupHead({ group, showsDate, projectPath, ownBrand, brandedPromptIds, hidesPrompt }: HeadProps) {
  const first = group.answers[0] as Answer
  return (
    <Tr className="border-t bg-hover">
      <th scope="rowgroup" colSpan={columnCount} className="break-words px-3 py-2 text-left max-md:w-full max-md:p-0">
        <span className="flex items-baseline justify-between gap-4">
          {!hidesPrompt && (
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
              <Link href={`${projectPath}/prompts/${first.prompt_id}`} className="min-w-0 hover:underline">
                {first.prompt}
              </Link>
              {brandedPromptIds?.has(first.prompt_id) && <Badge>names your brand</Badge>}
            </span>
          )}
          {showsDate && (
            <span className={hidesPrompt ? "" : "ml-auto shrink-0 font-normal text-quiet"}>
              <Time at={first.asked_at} />
            </span>
          )}
          {ownBrand && (
            <span className="figures shrink-0">
              {mentioning(group.answers, ownBrand)} of {group.answers.length}
              <span className="sr-only"> answers mention {ownBrand.name}</span>
            </span>
          )}
        </span>
      </th>
    </Tr>
  )
}

/** The number of answers that mention the brand. */
const mentioning = (answers: Answer[], brand: { id: string }) =>
  answers.filter((answer) => rankOf(answer, brand.id) !== undefined).length

type RowProps = Pick<Props, "ownBrand" | "currentAnswerId"> & { engineRuns: EngineRuns; answersPath: string }

function EngineRow({ engineRuns: { engine, region, runs }, answersPath, ownBrand, currentAnswerId }: RowProps) {
  return (
    <Tr>
      <Td className="md:whitespace-nowrap">
        {engineName(engine)}
        {region && <span className="text-quiet"> {region}</span>}
      </Td>
      <Td>
        <RunStrip runs={runs} path={answersPath} ownBrandId={ownBrand?.id} currentAnswerId={currentAnswerId} />
      </Td>
      {/* Hidden on phones, where space is short. The filled cells of the strip show the same number. */}
      <Td className="figures whitespace-nowrap text-quiet max-md:hidden">
        {ownBrand ? `${mentioning(runs, ownBrand)} of ${runs.length}` : "–"}
      </Td>
      <Td label="first" className="break-words max-md:w-full">
        <FirstBrands brands={firstBrands(runs)} ownBrand={ownBrand} />
      </Td>
      <Td label="cited" className="max-w-64">
        <Domains domains={domainsByAnswers(runs)} />
      </Td>
    </Tr>
  )
}

/** The maximum number of brands that a cell names. It counts the others. */
const maxNames = 3

function FirstBrands({ brands, ownBrand }: { brands: Tally[]; ownBrand: Props["ownBrand"] }) {
  if (brands.length === 0) return <span className="text-quiet">none</span>
  return (
    <>
      {brands.slice(0, maxNames).map(({ name, answers }, i) => (
        <span key={name}>
          {i > 0 && <span className="text-quiet">, </span>}
          <bdi className={name === ownBrand?.name ? "border-accent border-b-2 bg-accent-wash font-strong" : ""}>
            {name}
          </bdi>
          <span className="figures text-quiet"> {answers}</span>
        </span>
      ))}
      {brands.length > maxNames && <span className="text-quiet">, +{brands.length - maxNames} more</span>}
    </>
  )
}

function Domains({ domains }: { domains: Tally[] }) {
  const [topDomain, ...others] = domains
  if (!topDomain) return <span className="text-quiet">none</span>
  return (
    <span className="truncate md:block" title={domains.map(({ name, answers }) => `${name} ${answers}`).join(", ")}>
      {topDomain.name}
      <span className="figures text-quiet">
        {" "}
        {topDomain.answers}
        {others.length > 0 && `, +${others.length} more`}
      </span>
    </span>
  )
}
