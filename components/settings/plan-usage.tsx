/** Shows how much of each limit of its plan the team uses. */
import { count } from "@/domain/kernel/format-count"

type Usage = { name: string; used: number; limit: number }

export function PlanUsage({ usages }: { usages: Usage[] }) {
  return (
    <ul aria-label="Plan usage" className="mb-10 grid gap-x-8 gap-y-4 sm:grid-cols-3">
      {usages.map(({ name, used, limit }) => (
        <li key={name}>
          <p className="text-quiet text-table">{name}</p>
          <p className="figures mt-0.5">
            <strong className="text-title">{count(used)}</strong>{" "}
            {limit > 0 ? `of ${count(limit)}` : "· not included in this plan"}
          </p>
          {limit > 0 && <progress aria-label={name} className="mt-1.5" max={Math.max(limit, used)} value={used} />}
        </li>
      ))}
    </ul>
  )
}
