/** Shows how much each prompt contributed to a change of visibility, as bars left and right of zero. */
import { ChangeBar } from "@/components/charts/change-bar"
import { Link } from "@/components/link"
import { pluralize } from "@/domain/kernel/format-count"
import { type Contribution, totalOf } from "./contributions"
import { CountChange } from "./count-change"

export type NamedContribution = Contribution & { text: string }

type Props = {
  /** In the order of `contributionsOf`. */
  contributions: NamedContribution[]
  /** The other contributions. The last row adds them up. */
  others: Contribution[]
  /** The path of the page that compares the answers to a prompt. */
  compareHref: (promptId: string) => string
}

export function ContributionList({ contributions, others, compareHref }: Props) {
  const othersChange = totalOf(others)
  const widest = Math.max(...contributions.map(({ change }) => Math.abs(change)), Math.abs(othersChange))
  return (
    <ul className="divide-y divide-line border-line border-y">
      {contributions.map(({ promptId, text, before, after, change }) => (
        <li key={promptId} className={`${rowClass} relative hover:bg-hover`}>
          <Link
            href={compareHref(promptId)}
            className="line-clamp-2 min-w-0 break-words after:absolute after:inset-0 max-sm:col-span-full"
          >
            {text}
            <span className="sr-only">: compare answers</span>
          </Link>
          <span className="text-quiet sm:text-right">
            <CountChange before={before} after={after} />
          </span>
          <ChangeBar change={change} widest={widest} />
          <span className="figures text-right">{signedPoints(change)}</span>
        </li>
      ))}
      {others.length > 0 && (
        <li className={`${rowClass} text-quiet`}>
          <span>{pluralize(others.length, "other prompt")}</span>
          <span className="max-sm:hidden" />
          <ChangeBar change={othersChange} widest={widest} />
          <span className="figures text-right">{signedPoints(othersChange)}</span>
        </li>
      )}
    </ul>
  )
}

const rowClass =
  "grid grid-cols-[minmax(0,1fr)_6rem] items-center gap-x-5 gap-y-1 py-2 text-table sm:grid-cols-[minmax(0,1fr)_6.5rem_minmax(8rem,16rem)_6rem]"

/** "−6.1 points" */
function signedPoints(change: number) {
  const size = Math.abs(change * 100).toFixed(1)
  if (size === "0.0") return "0 points"
  return `${change < 0 ? "−" : "+"}${size} points`
}
