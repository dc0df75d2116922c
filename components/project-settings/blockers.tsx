/** Lists what prevents a scan, each with a way to fix it. */
import { Link } from "@/components/link"
import type { Estimate } from "./scan-settings"

type Blocker = Estimate["blockers"][number]
type PageLink = { name: string; href: string }
/** `path` is the path of the project. `currentPath` is the path of this page, which needs no link. */
type Props = { blockers: Blocker[]; teamPath: string; path: string; currentPath?: string }

export function Blockers({ blockers, teamPath, path, currentPath }: Props) {
  if (blockers.length === 0) return null
  const links: Partial<Record<Blocker["code"], PageLink>> = {
    no_engine: { name: "Choose engines", href: `${path}/settings/engines` },
    sample_beside_others: { name: "Choose engines", href: `${path}/settings/engines` },
    over_budget: { name: "Open project settings", href: `${path}/settings/engines` },
    no_prompts: { name: "Add prompts", href: `${path}/settings/prompts` },
    engine_not_set_up: { name: "Set up engines", href: `${teamPath}/settings/engines` },
    plan_required: { name: "View plans", href: `${teamPath}/settings/plan` },
    project_paused: { name: "Open project settings", href: `${path}/settings/project` },
    project_archived: { name: "Open project settings", href: `${path}/settings/project` },
  }
  return (
    <ul aria-label="Before a scan can start" className="grid gap-2">
      {blockers.map(({ code, message, fix, scan_id }) => {
        const link = scan_id ? { name: "View scan", href: `${path}/scans/${scan_id}` } : links[code]
        return (
          <li key={code} className="rounded-box border border-caution bg-caution-wash px-3 py-2">
            {message} {fix}{" "}
            {link && link.href !== currentPath && (
              <Link href={link.href} className="underline">
                {link.name}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
