/** Shows how an answer was created: model, duration, tokens and cost. The page's head names engine, run and time. */
import type { Data } from "@/components/api/types"
import { Fact } from "@/components/ui/fact"
import { count } from "@/domain/kernel/format-count"

type Answer = Data<"aiVisibility", "getAnswer">

/** Imported answers often say nothing about how they were created. */
export const hasFacts = (answer: Answer) =>
  factsOf(answer).length > 0 || (answer.asking?.search_queries ?? []).length > 0

export function AnswerFacts({ answer }: { answer: Answer }) {
  const { search_queries = [] } = answer.asking ?? {}
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-table">
      {factsOf(answer).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      {search_queries.length > 0 && (
        <div className="col-span-2 min-w-0">
          <dt className="text-quiet text-small">Web searches</dt>
          {search_queries.map((query) => (
            <dd key={query} className="mt-0.5 break-words">
              {query}
            </dd>
          ))}
        </div>
      )}
    </dl>
  )
}

/** The known facts, with their names. */
function factsOf({ model_version, asking }: Answer): [name: string, value: string][] {
  const { latency_ms, tokens_in, tokens_out, searches_n, cost_usd, finish_reason } = asking ?? {}
  const { cut_characters = 0, left_out_sources = 0 } = asking ?? {}
  const tokens = [
    tokens_in == null ? "" : `${count(tokens_in)} in`,
    tokens_out == null ? "" : `${count(tokens_out)} out`,
  ]
  const facts: [name: string, value: string][] = [
    ["Model", model_version ?? ""],
    ["Duration", latency_ms == null ? "" : `${(latency_ms / 1_000).toFixed(1)} s`],
    ["Tokens", tokens.filter(Boolean).join(", ")],
    ["Searches", searches_n == null ? "" : count(searches_n)],
    ["Cost", cost_usd == null ? "" : formatSmallCost(cost_usd)],
    ["Finish reason", finish_reason ?? ""],
    ["Text not stored", cut_characters > 0 ? `${count(cut_characters)} characters over the limit` : ""],
    ["Sources not stored", left_out_sources > 0 ? `${count(left_out_sources)} over the limit` : ""],
  ]
  return facts.filter(([, value]) => value !== "")
}

/** "$0.0021": the cost of one answer is often less than a cent. */
const formatSmallCost = (amount: number) =>
  amount.toLocaleString("en", { style: "currency", currency: "USD", maximumFractionDigits: 4 })
