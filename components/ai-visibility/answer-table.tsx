/**
 * Table of answers: engine and run, the brands that each names in order, and its citations. One part per prompt and
 * scan, which says when the answers were asked for.
 */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { engineName } from "@/domain/ai-engines/engine-names"

type Answer = Data<"aiVisibility", "listAnswers">[number]
type Props = {
  answers: Answer[]
  /** The path of the answer list. */
  path: string
  /** Id of your brand. */
  ownBrandId: string | undefined
  /** True when all rows answer the same prompt. */
  hidesPrompt?: boolean
  /** The id of the answer that the page shows. */
  currentAnswerId?: string
}

const columns = 4

export function AnswerTable({ answers, path, ownBrandId, hidesPrompt, currentAnswerId }: Props) {
  const groups = groupByPrompt(answers)
  const hasHeads = !hidesPrompt || groups.length > 1
  return (
    <Table optionsName="answers" label="Answers" isCards className="figure-cards md:min-w-[720px]">
      <thead>
        <tr>
          <Th>Engine</Th>
          <Th className={numeric}>Your rank</Th>
          <Th>Brands in order</Th>
          <Th>Cited domains</Th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group[0]?.id}>
          {hasHeads && <GroupHead first={group[0] as Answer} hidesPrompt={hidesPrompt} />}
          {group.map((answer) => (
            <AnswerRow
              key={answer.id}
              answer={answer}
              path={path}
              ownBrandId={ownBrandId}
              hidesPrompt={hidesPrompt}
              isCurrent={answer.id === currentAnswerId}
            />
          ))}
        </tbody>
      ))}
    </Table>
  )
}

/** Answers of one scan to one prompt, by engine and run. Groups stay in the order of `answers`. */
function groupByPrompt(answers: Answer[]): Answer[][] {
  const groups = Map.groupBy(answers, ({ scan_id, prompt_id }) => `${scan_id} ${prompt_id}`)
  return [...groups.values()].map((group) => group.sort(byEngineAndRun))
}

const byEngineAndRun = (a: Answer, b: Answer) =>
  engineName(a.engine).localeCompare(engineName(b.engine)) ||
  (a.region ?? "").localeCompare(b.region ?? "") ||
  a.run_index - b.run_index

function GroupHead({ first, hidesPrompt }: { first: Answer; hidesPrompt: boolean | undefined }) {
  return (
    <Tr className="border-t bg-hover">
      <th scope="rowgroup" colSpan={columns} className="break-words px-3 py-2 text-left max-md:w-full max-md:p-0">
        <span className="flex items-baseline justify-between gap-4">
          {!hidesPrompt && <span className="min-w-0">{first.prompt}</span>}
          <span className={hidesPrompt ? "" : "shrink-0 font-normal text-quiet"}>
            <Time at={first.asked_at} />
          </span>
        </span>
      </th>
    </Tr>
  )
}

type RowProps = Pick<Props, "path" | "ownBrandId"> & {
  answer: Answer
  hidesPrompt: boolean | undefined
  isCurrent: boolean
}

function AnswerRow({ answer, path, ownBrandId, hidesPrompt, isCurrent }: RowProps) {
  const { mentions = [], citations = [] } = answer
  return (
    <Tr
      aria-current={isCurrent ? "true" : undefined}
      className="relative hover:bg-hover aria-[current=true]:bg-accent-wash"
    >
      <Td className="whitespace-nowrap">
        <Link href={`${path}/${answer.id}`} className="after:absolute after:inset-0">
          {engineName(answer.engine)}
          <span className="text-quiet">
            {answer.region && ` ${answer.region}`} run {answer.run_index}
          </span>
          {/* Visible in the head of the group, and needed by screen readers and the CSV file, which has the full time. */}
          {!hidesPrompt && <span className="sr-only"> · {answer.prompt}</span>}
          <span className="sr-only">
            {" · "}
            <Time at={answer.asked_at} />
          </span>
        </Link>
      </Td>
      <Rank rank={mentions.find(({ brand_id }) => brand_id === ownBrandId)?.rank} />
      <Td label="brands" className="break-words max-md:w-full md:w-2/5">
        <MentionedBrands mentions={mentions} ownBrandId={ownBrandId} />
      </Td>
      <Td label="cited" className="max-w-52">
        <CitedDomains citations={citations} />
      </Td>
    </Tr>
  )
}

const Rank = ({ rank }: { rank: number | undefined }) => (
  <Td label="your rank" className={`${numeric} ${rank === undefined ? "text-quiet" : "font-strong"}`}>
    {rank ?? "–"}
  </Td>
)

/** The maximum number of brand names shown. The others are counted. */
const maxNames = 5

type MentionsProps = { mentions: NonNullable<Answer["mentions"]>; ownBrandId: string | undefined }

function MentionedBrands({ mentions, ownBrandId }: MentionsProps) {
  if (mentions.length === 0) return <span className="text-quiet">none</span>
  return (
    <>
      {mentions.slice(0, maxNames).map(({ brand_id, brand }, i) => (
        <span key={brand_id}>
          {i > 0 && <span className="text-quiet">, </span>}
          <bdi className={brand_id === ownBrandId ? "border-accent border-b-2 bg-accent-wash font-strong" : ""}>
            {brand}
          </bdi>
        </span>
      ))}
      {mentions.length > maxNames && <span className="text-quiet"> and {mentions.length - maxNames} more</span>}
    </>
  )
}

function CitedDomains({ citations }: { citations: NonNullable<Answer["citations"]> }) {
  const domains = [...new Set(citations.filter(({ kind }) => kind === "cited").map((c) => c.registrable_domain))]
  if (domains.length === 0) return <span className="text-quiet">none</span>
  return (
    <span className="truncate md:block" title={domains.join(", ")}>
      {domains[0]}
      {domains.length > 1 && <span className="text-quiet"> +{domains.length - 1}</span>}
    </span>
  )
}
