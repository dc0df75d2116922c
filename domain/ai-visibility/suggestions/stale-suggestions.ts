/** Finds projects whose suggestions are older than their latest scan. The scan that ended first comes first. */
import { acrossTeams, rows, sql } from "@/prisma/client"
import type { StaleProject } from "./suggest-brands"

export const staleSuggestions = (): Promise<StaleProject[]> =>
  // Across teams, because one job updates the suggestions of all teams.
  acrossTeams(() =>
    rows<StaleProject>(sql`
      select p.team_id, p.id as project_id, s.id as scan_id, s.answers_valid as scan_answers_n
      from ai_project p cross join lateral (
        select id, answers_valid, finished_at from scan where project_id = p.id and team_id = p.team_id and finished_at is not null and status in ('completed', 'partial')
        order by finished_at desc, id desc limit 1) s
      left join ai_brand_suggestions g on g.project_id = p.id and g.team_id = p.team_id
      where (g.scan_id, g.scan_answers_n) is distinct from (s.id, s.answers_valid) and p.status <> 'archived'
      order by s.finished_at, p.id limit 100`),
  )
