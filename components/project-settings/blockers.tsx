/** Lists what prevents a scan, each with a way to fix it. */
import { Link } from "@/components/link"
import type { Estimate } from "./scan-settings"

type Blocker = Estimate["blockers"][number]
/** `here` is the path of the current page, which needs no link. */
type Props = { blockers: Blocker[]; teamPath: string; path: string; here?: string }

export function Blockers({ blockers, teamPath, path, here }: Props) {
  if (blockers.length === 0) return null
  const links: Partial<Record<Blocker["code"], [name: string, href: string]>> = {
    no_engine: ["Choose engines", `${path}/settings/engines`],
    sample_beside_others: ["Choose engines", `${path}/settings/engines`],
    over_budget: ["Open project settings", `${path}/settings/engines`],
    no_prompts: ["Add prompts", `${path}/settings/prompts`],
    engine_not_set_up: ["Set up engines", `${teamPath}/settings/engines`],
    plan_required: ["View plans", `${teamPath}/settings/plan`],
    project_paused: ["Open project settings", `${path}/settings/project`],
    project_archived: ["Open project settings", `${path}/settings/project`],
  }
  return (
    <ul aria-label="Before a scan can start" className="grid gap-2">
      {blockers.map(({ code, message, fix, scan_id }) => {
        const link = scan_id ? (["View scan", `${path}/scans/${scan_id}`] as const) : links[code]
        return (
          <li key={code} className="rounded-box border border-caution bg-caution-wash px-3 py-2">
            {message} {fix}{" "}
            {link && link[1] !== here && (
              <Link href={link[1]} className="underline">
                {link[0]}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
