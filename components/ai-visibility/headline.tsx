/** The own brand in four figures, each with its interval, and the word whether it changed. */
import type { Data } from "@/components/api/types"
import { bounds, confidenceWords, position, share, verdictWords } from "./figure-words"
import { type Figure, IntervalBar } from "./interval-bar"

type Row = Data<"aiVisibility", "getMetrics">["rows"][number]

export function Headline({ row }: { row: Row }) {
  const verdict = verdictWords(row)
  return (
    <dl className="mb-3 grid grid-cols-2 gap-x-8 gap-y-6 lg:grid-cols-4">
      <Item name="Visibility" text={share(row.visibility)} figure={row.visibility} more={verdict} />
      <Item name="Share of voice" text={share(row.share_of_voice)} figure={row.share_of_voice} />
      <Item name="Position where named" text={position(row.average_position)} figure={row.average_position} isPlain />
      <Item name="Citation rate" text={share(row.citation_rate)} figure={row.citation_rate} />
    </dl>
  )
}

type ItemProps = { name: string; text: string; figure: Figure; more?: string | null; isPlain?: boolean }

function Item({ name, text, figure, more, isPlain }: ItemProps) {
  const { numerator, denominator } = figure
  const counts = `${numerator.toLocaleString("en")} / ${denominator.toLocaleString("en")}`
  return (
    <div className="min-w-0">
      <dt className="text-quiet text-table">{name}</dt>
      <dd>
        <span className="figures block text-figure">{text}</span>
        {!isPlain && <IntervalBar figure={figure} />}
        <span className="figures block text-quiet text-small">
          {[bounds(figure), counts, confidenceWords[figure.confidence]].filter(Boolean).join(" · ")}
        </span>
        {more && <span className="block text-table">{more}</span>}
      </dd>
    </div>
  )
}
