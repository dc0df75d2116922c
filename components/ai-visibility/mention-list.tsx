/** Lists the brands that an answer names, in order, each with its highlight color from the text. */
import { pluralize } from "@/domain/kernel/format-count"
import type { BrandMark } from "./answer-marks"
import { RankBadge } from "./answer-text"

export function MentionList({ brands }: { brands: BrandMark[] }) {
  if (brands.length === 0)
    return <p className="text-quiet text-table">This answer mentions none of your tracked brands.</p>
  return (
    <ol className="grid gap-1.5 text-table">
      {brands.map(({ brand_id, brand, rank, count, color, isOwn, sentiment }) => (
        <li key={brand_id} className="flex items-baseline gap-2">
          <RankBadge rank={rank} color={color} />
          <span className="wrap-anywhere min-w-0 flex-1">
            <bdi className={isOwn ? "font-strong" : ""}>{brand}</bdi>
            {isOwn && <span className="text-quiet"> your brand</span>}
          </span>
          <span className="figures shrink-0 text-quiet">
            {pluralize(count, "time")}
            {sentiment && `, ${sentiment}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
