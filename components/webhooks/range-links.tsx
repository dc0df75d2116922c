/** Links for the three periods of the charts. Each period has a URL. */
import { Link } from "@/components/link"

export const ranges = { "24h": "24 hours", "7d": "7 days", "30d": "30 days" } as const
export type Range = keyof typeof ranges

export const rangeOf = (query: string | undefined): Range => (query && query in ranges ? (query as Range) : "24h")

export function RangeLinks({ path, range }: { path: string; range: Range }) {
  return (
    <nav aria-label="Period" className="flex gap-1">
      {Object.entries(ranges).map(([value, label]) => (
        <Link
          key={value}
          href={`${path}?range=${value}`}
          scroll={false}
          aria-current={value === range ? "true" : undefined}
          className="rounded-box px-2.5 py-1 text-quiet text-table hover:bg-hover aria-[current=true]:bg-accent-wash aria-[current=true]:text-text"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
