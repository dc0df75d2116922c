/** Shows how an answer was created: model, duration, tokens and cost. The page's head names engine, run and time. */
import type { Data } from "@/components/api/types"
import { Fact } from "@/components/ui/fact"
import { count } from "@/domain/kernel/format-count"

type Answer = Data<"aiVisibility", "getAnswer">

/** Imported answers often say nothing about how they were created. */
export const hasFacts = ({ model_version, asking }: Answer) =>
  Boolean(model_version) || Object.values(asking ?? {}).some((value) => value && String(value) !== "")

export function AnswerFacts({ answer }: { answer: Answer }) {
  const { model_version, asking } = answer
  const { search_queries = [], latency_ms, tokens_in, tokens_out, cost_usd, finish_reason } = asking ?? {}
  const { cut_characters = 0, left_out_sources = 0 } = asking ?? {}
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-table">
      {model_version && <Fact name="Model">{model_version}</Fact>}
      {latency_ms != null && <Fact name="Duration">{(latency_ms / 1_000).toFixed(1)} s</Fact>}
      {tokens_out != null && (
        <Fact name="Tokens">
          {tokens_in == null ? "" : `${count(tokens_in)} in, `}
          {count(tokens_out)} out
        </Fact>
      )}
      {cost_usd != null && <Fact name="Cost">{dollars(cost_usd)}</Fact>}
      {finish_reason && <Fact name="Finish reason">{finish_reason}</Fact>}
      {cut_characters > 0 && <Fact name="Text not stored">{count(cut_characters)} characters over the limit</Fact>}
      {left_out_sources > 0 && <Fact name="Sources not stored">{count(left_out_sources)} over the limit</Fact>}
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

const dollars = (amount: number) =>
  amount.toLocaleString("en", { style: "currency", currency: "USD", maximumFractionDigits: 4 })
