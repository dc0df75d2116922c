/** Warnings about what the figures of a period mix: changed engines, surfaces, cells without an answer. */
import type { Warning } from "@/domain/envelope"
import { rows, sql } from "@/prisma/client"
import type { ChosenScan, ProjectScene } from "./chosen-scans"

export async function seriesWarnings(scene: ProjectScene, scans: readonly ChosenScan[]): Promise<Warning[]> {
  if (scans.length === 0) return []
  const [engines, missing] = await Promise.all([enginesOf(scene, scans), missingCells(scene, scans)])
  const changed = engines.filter((e) => e.configurations > 1).map((e) => e.name)
  const surfaces = [...new Set(engines.map((e) => e.surface))].sort()
  return [
    ...changed.map((name) =>
      warning(
        "engine_changed",
        `The configuration of ${name} changed in this period: figures before and after are not one series.`,
      ),
    ),
    ...(surfaces.length > 1
      ? [
          warning(
            "surfaces_mixed",
            `These answers come from several surfaces (${surfaces.join(", ")}), which answer differently. Filter by engine.`,
          ),
        ]
      : []),
    ...(missing > 0
      ? [
          warning(
            "cells_missing",
            `${missing} cells (prompt x engine x region of a scan) have no valid answer, and are in no figure.`,
          ),
        ]
      : []),
  ]
}

const warning = (code: string, message: string): Warning => ({ code, message, path: "data" })

const enginesOf = ({ team_id, project_id }: ProjectScene, scans: readonly ChosenScan[]) =>
  rows<{ name: string; surface: string; configurations: number }>(sql`
    select e.name, e.surface, count(distinct c.engine_config_hash)::int as configurations
    from ai_cell c join ai_engine e on e.id = c.engine_id
    where c.team_id = ${team_id} and c.project_id = ${project_id} and c.scan_id = any(${scans.map((s) => s.id)}) and c.brand_id = ''
    group by e.name, e.surface`)

/** Only scans that missed a task are looked at. */
async function missingCells({ team_id }: ProjectScene, scans: readonly ChosenScan[]): Promise<number> {
  const withMisses = scans.filter((s) => s.tasks_missed > 0).map((s) => s.id)
  if (withMisses.length === 0) return 0
  const [found] = await rows<{ n: number }>(sql`
    select count(*)::int as n from (select 1 from scan_task where team_id = ${team_id} and scan_id = any(${withMisses})
      group by scan_id, prompt_id, engine_id, region having bool_and(status <> 'succeeded')) cell`)
  return found?.n ?? 0
}
