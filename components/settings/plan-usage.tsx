/** Shows how much of each limit of its plan the team uses, and what it has that no plan limits. */
import { Badge } from "@/components/ui/badge"
import { count } from "@/domain/kernel/format-count"

type Usage = { name: string; used: number; limit: number }

/** A limit is marked when the team uses more than this share of it. */
const nearlyUsedShare = 0.8

type Props = {
  usages: Usage[]
  /** What plans do not limit, such as "12 clients". */
  unlimited: string[]
}

export function PlanUsage({ usages, unlimited }: Props) {
  return (
    <div className="mb-10">
      <ul aria-label="Plan usage" className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        {usages.map(({ name, used, limit }) => (
          <li key={name}>
            <p className="text-quiet text-table">{name}</p>
            <div className="mt-0.5 flex min-h-8 flex-wrap items-center justify-between gap-x-2">
              <p className="figures">
                <strong className="text-title">{count(used)}</strong>{" "}
                {limit > 0 ? `of ${count(limit)}` : "· not included in this plan"}
              </p>
              {limit > 0 && <NearlyUsed share={used / limit} />}
            </div>
            {limit > 0 && <progress aria-label={name} className="mt-1.5" max={Math.max(limit, used)} value={used} />}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-quiet text-table">No plan limits these: {new Intl.ListFormat("en").format(unlimited)}.</p>
    </div>
  )
}

/** Marks a limit of which more than 80% is used. */
function NearlyUsed({ share }: { share: number }) {
  if (share >= 1) return <Badge state="danger">{share > 1 ? "above the limit" : "limit reached"}</Badge>
  return share > nearlyUsedShare && <Badge state="caution">{Math.floor(share * 100)}% used</Badge>
}
