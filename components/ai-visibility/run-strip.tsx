/**
 * A row of cells, one for each run of an engine. A cell shows the rank of your brand and links to the answer. The
 * better the rank, the darker the cell. A dash in a dashed border means that the answer does not mention your brand.
 */
import { Link } from "@/components/link"
import { cn } from "@/components/ui/class-names"
import { type Answer, brandsInOrder, describeRun, rankOf } from "./answer-groups"

type Props = {
  runs: Answer[]
  /** The path of the answer list. */
  path: string
  /** Without your brand, the cells show the numbers of the runs. */
  ownBrandId: string | undefined
  /** The id of the answer that the page shows. */
  currentAnswerId?: string | undefined
}

export function RunStrip({ runs, path, ownBrandId, currentAnswerId }: Props) {
  return (
    <ul className="flex flex-wrap gap-1">
      {runs.map((run) => {
        const rank = rankOf(run, ownBrandId)
        return (
          <li key={run.id} className="flex">
            <Link
              href={`${path}/${run.id}`}
              title={brandsInOrder(run).join(", ") || "no tracked brand"}
              aria-current={run.id === currentAnswerId ? "page" : undefined}
              className={cn(
                "figures grid h-6 min-w-7 place-items-center rounded-box border px-1 hover:border-text aria-[current=page]:outline-2 aria-[current=page]:outline-text aria-[current=page]:outline-offset-1",
                ownBrandId ? fillOf(rank) : "border-edge",
              )}
            >
              <span aria-hidden>{ownBrandId ? (rank ?? "–") : run.run_index}</span>
              <span className="sr-only">{describeRun(run, ownBrandId)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** The better the rank, the darker the fill. */
function fillOf(rank: number | undefined) {
  if (rank === undefined) return "border-edge border-dashed text-quiet"
  if (rank === 1) return "border-accent bg-accent font-strong text-on-accent"
  return rank === 2 ? "border-accent bg-accent/35 font-strong" : "border-accent bg-accent-wash font-strong"
}
