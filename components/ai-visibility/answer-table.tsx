/** Table of answers: prompt, engine, the brands that each names in order, and its citations. */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { engineName } from "./format-metrics"

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

export function AnswerTable({ answers, path, ownBrandId, hidesPrompt, currentAnswerId }: Props) {
  return (
    <Table
      optionsName="answers"
      label="Answers"
      isCards
      className={hidesPrompt ? "md:min-w-[620px]" : "md:min-w-[820px]"}
    >
      <thead>
        <tr>
          {!hidesPrompt && <Th>Prompt</Th>}
          <Th>Engine</Th>
          <Th>Brands in order</Th>
          <Th>Cited domains</Th>
          <Th>Asked</Th>
        </tr>
      </thead>
      <tbody>
        {answers.map((answer, i) => (
          <Tr
            key={answer.id}
            aria-current={answer.id === currentAnswerId ? "true" : undefined}
            className="relative hover:bg-hover aria-[current=true]:bg-accent-wash"
          >
            {!hidesPrompt && (
              <Td className="min-w-56">
                <span className={answer.prompt === answers[i - 1]?.prompt ? "md:text-quiet" : ""}>
                  <AnswerLink id={answer.id} path={path} text={answer.prompt ?? ""} />
                </span>
              </Td>
            )}
            <Td className="whitespace-nowrap">
              {hidesPrompt ? (
                <AnswerLink id={answer.id} path={path} text={engineName(answer.engine)} />
              ) : (
                engineName(answer.engine)
              )}
              <span className="text-quiet">
                {answer.region && ` ${answer.region}`} run {answer.run_index}
              </span>
            </Td>
            <Td label="brands" className="max-w-72 break-words">
              <Brands mentions={answer.mentions ?? []} ownBrandId={ownBrandId} />
            </Td>
            <Td label="cited" className="max-w-52">
              <Cites citations={answer.citations ?? []} />
            </Td>
            <Td label="asked" className="text-quiet">
              <Time at={answer.asked_at} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

const AnswerLink = ({ id, path, text }: { id: string; path: string; text: string }) => (
  <Link href={`${path}/${id}`} className="line-clamp-2 whitespace-normal break-words after:absolute after:inset-0">
    {text}
  </Link>
)

/** The maximum number of brand names shown. The others are counted. */
const maxNames = 4

function Brands({
  mentions,
  ownBrandId,
}: {
  mentions: NonNullable<Answer["mentions"]>
  ownBrandId: string | undefined
}) {
  if (mentions.length === 0) return <span className="text-quiet">none</span>
  return (
    <>
      {mentions.slice(0, maxNames).map(({ brand_id, brand }, i) => (
        <span key={brand_id}>
          {i > 0 && <span className="text-quiet">, </span>}
          <bdi className={brand_id === ownBrandId ? "font-strong" : ""}>{brand}</bdi>
        </span>
      ))}
      {mentions.length > maxNames && <span className="text-quiet"> and {mentions.length - maxNames} more</span>}
    </>
  )
}

function Cites({ citations }: { citations: NonNullable<Answer["citations"]> }) {
  const domains = [...new Set(citations.filter(({ kind }) => kind === "cited").map((c) => c.registrable_domain))]
  if (domains.length === 0) return <span className="text-quiet">none</span>
  return (
    <span className="truncate md:block" title={domains.join(", ")}>
      {domains[0]}
      {domains.length > 1 && <span className="text-quiet"> +{domains.length - 1}</span>}
    </span>
  )
}
