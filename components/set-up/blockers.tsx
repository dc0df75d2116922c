/** What is still in the way of a scan, each with how to mend it. */
import { Link } from "@/components/link"
import type { Estimate } from "./scan-settings"

type Blocker = Estimate["blockers"][number]
type Props = { blockers: Blocker[]; teamPath: string; path: string }

export function Blockers({ blockers, teamPath, path }: Props) {
  if (blockers.length === 0) return null
  const places: Partial<Record<Blocker["code"], [name: string, href: string]>> = {
    no_prompts: ["Add prompts", `${path}/set-up/prompts`],
    engine_not_set_up: ["To the engines", `${teamPath}/settings/engines`],
    plan_required: ["To the plans", `${teamPath}/settings/plan`],
    scan_under_way: ["To the scans", `${path}/scans`],
  }
  return (
    <ul aria-label="Before a scan can start" className="grid gap-2">
      {blockers.map(({ code, message, fix }) => {
        const place = places[code]
        return (
          <li key={code} className="rounded-box border border-caution bg-caution-wash px-3 py-2">
            {message} {fix}{" "}
            {place && (
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
