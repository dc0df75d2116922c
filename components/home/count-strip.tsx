/** A row of counts, each linked to the list that it counts. */
import { Link } from "@/components/link"

type Count = { name: string; total: number | null; href: string }

export function CountStrip({ counts }: { counts: Count[] }) {
  return (
    <ul className="grid grid-cols-2 overflow-hidden rounded-box border border-line bg-line sm:grid-flow-col sm:auto-cols-fr sm:grid-cols-none [&>li]:bg-surface [&>li:last-child:nth-child(odd)]:col-span-2 sm:[&>li:last-child:nth-child(odd)]:col-span-1 gap-px">
      {counts.map(({ name, total, href }) => (
        <li key={name}>
          <Link href={href} className="block px-4 py-3.5 hover:bg-hover">
            <span className="figures block text-figure">{(total ?? 0).toLocaleString("en")}</span>
            <span className="text-quiet text-table">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
