/** Table of prompts with your brand's metrics in the latest answers, beside the best competitor. */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { ascendingFirst, descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { Badge } from "@/components/ui/badge"
import { cn } from "@/components/ui/class-names"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import { formatPoints, isSignificant, position, type Row, share } from "./format-metrics"
import { CompareAnswers, GapActions, PromptGap } from "./prompt-actions"
import { Verdict } from "./verdict"
import { IntervalTh, VisibilityCells } from "./visibility-cells"

type Prompt = Data<"aiVisibility", "listPrompts">[number]
type Props = {
  prompts: Prompt[]
  path: string
  projectPath: string
  /** The engine that the list is filtered by. */
  engine: string | undefined
  topics: Map<string, string>
  /** Your brand's row of each prompt, with the verdict on its change. */
  changes: Map<string, Row>
  sorting: Sorting
}

export function PromptTable({ prompts, path, projectPath, engine, topics, changes, sorting }: Props) {
  const numericColumn = { sorting, isNumeric: true, directions: descendingFirst }
  return (
    <Table optionsName="prompts" label="Prompts" isCards className="figure-cards md:min-w-[900px]">
      <thead>
        <tr>
          <SortTh column="text" sorting={sorting}>
            Prompt
          </SortTh>
          <SortTh column="visibility" {...numericColumn}>
            Visibility
          </SortTh>
          <IntervalTh className="w-[24%]" />
          <SortTh column="change" sorting={sorting}>
            Change
          </SortTh>
          <SortTh column="average_position" {...numericColumn} directions={ascendingFirst}>
            Position
          </SortTh>
          <Th data-csv-only className="hidden">
            Best competitor
          </Th>
          <SortTh column="answers_n" {...numericColumn}>
            Answers
          </SortTh>
        </tr>
      </thead>
      <tbody>
        {prompts.map((prompt) => (
          <PromptRow
            key={prompt.id}
            prompt={prompt}
            topic={prompt.topic_id && topics.get(prompt.topic_id)}
            change={changes.get(prompt.id)}
            path={path}
            projectPath={projectPath}
            engine={engine}
          />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = {
  prompt: Prompt
  topic: string | null | undefined
  change: Row | undefined
  path: string
  projectPath: string
  engine: string | undefined
}

function PromptRow({ prompt, topic, change, path, projectPath, engine }: RowProps) {
  const { id, text, is_branded, status, tags, latest } = prompt
  return (
    <Tr className="relative hover:bg-hover">
      <Td className="md:min-w-72">
        <Link
          href={`${path}/${id}`}
          // The links below it need a distance, so that a finger hits the right one.
          className={cn("line-clamp-3 break-words after:absolute after:inset-0", latest?.is_gap && "mb-1")}
        >
          {text}
        </Link>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-quiet text-small">
          {topic && <span>{topic}</span>}
          {latest?.is_gap && (
            <>
              <PromptGap />
              <GapActions prompt={{ id, text }} path={projectPath} engine={engine} />
            </>
          )}
          {is_branded && <Badge>names your brand</Badge>}
          {status !== "active" && <Badge state="idle">{status}</Badge>}
          {tags.map((tag) => (
            <Link key={tag} href={urlWithQuery(path, { tag })} className="relative z-1 hover:text-text hover:underline">
              #{tag}
            </Link>
          ))}
        </span>
      </Td>
      <VisibilityCells metric={latest?.visibility} rival={latest?.best_competitor} />
      <Td label="change" className="whitespace-nowrap">
        <Change change={latest?.change ?? null} row={change} />
        {latest?.change != null && latest.change !== 0 && (
          <span className="text-small md:block">
            {" "}
            <CompareAnswers prompt={{ id, text }} path={projectPath} scanId={latest.scan_id} engine={engine} />
          </span>
        )}
      </Td>
      <Td label="position" className={numeric}>
        {position({ value: latest?.average_position ?? null })}
      </Td>
      <Td data-csv-only className="hidden">
        {describeBestCompetitor(latest)}
      </Td>
      <Td label="answers" className={`${numeric} text-quiet max-md:hidden`}>
        {latest ? count(latest.answers_n) : "–"}
      </Td>
    </Tr>
  )
}

function describeBestCompetitor(latest: Prompt["latest"]) {
  if (!latest) return "not asked yet"
  const { best_competitor: best } = latest
  return best ? `${best.name} ${share(best.visibility)}` : "none mentioned"
}

/** Shows the size of the change, in gray if chance may explain it: few answers to one prompt often vary by chance. */
function Change({ change, row }: { change: number | null; row: Row | undefined }) {
  if (row && isSignificant(row.change?.verdict)) return <Verdict row={row} />
  if (change === null)
    return (
      <span className="text-quiet" title="No answers to compare">
        –
      </span>
    )
  return (
    <span className="text-quiet">
      <span className="figures">{change === 0 ? "unchanged" : signedPoints(change)}</span>
      {change !== 0 && row?.change && (
        <span className="text-small">
          , <Verdict row={row} />
        </span>
      )}
    </span>
  )
}

const signedPoints = (change: number) => `${change > 0 ? "+" : "−"}${formatPoints(change)}`
