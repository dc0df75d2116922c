/** Lists what prevents a scan, each with a way to fix it. */
import { Link } from "@/components/link"
import type { Estimate } from "./scan-settings"

type Blocker = Estimate["blockers"][number]
/** `here` is the path of the current page, which needs no link. */
type Props = { blockers: Blocker[]; teamPath: string; path: string; here?: string }

export function Blockers({ blockers, teamPath, path, here }: Props) {
  if (blockers.length === 0) return null
  const places: Partial<Record<Blocker["code"], [name: string, href: string]>> = {
    no_engine: ["Choose engines", `${path}/set-up/engines`],
    sample_beside_others: ["Choose engines", `${path}/set-up/engines`],
    over_budget: ["To the set-up", `${path}/set-up/engines`],
    no_prompts: ["Add prompts", `${path}/set-up/prompts`],
    engine_not_set_up: ["To the engines", `${teamPath}/settings/engines`],
    plan_required: ["To the plans", `${teamPath}/settings/plan`],
    project_paused: ["To the set-up", `${path}/set-up/engines`],
    project_archived: ["To the set-up", `${path}/set-up/engines`],
  }
  return (
    <ul aria-label="Before a scan can start" className="grid gap-2">
      {blockers.map(({ code, message, fix, scan_id }) => {
        const place = scan_id ? (["Watch it", `${path}/scans/${scan_id}`] as const) : places[code]
        return (
          <li key={code} className="rounded-box border border-caution bg-caution-wash px-3 py-2">
            {message} {fix}{" "}
            {place && place[1] !== here && (
              <Link href={place[1]} className="underline">
                {place[0]}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
