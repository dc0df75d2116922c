/**
 * Returns one page of a list within a project. For an empty page it checks the project, so that another team's project is
 * "not found" rather than empty.
 */
import { type List, listPage } from "@/domain/kernel/page"
import { requireProject } from "./project"

/** The caller's `where` must filter by team and project. `binding[1]` is the id of the requesting team. */
export async function listInProject<Row>(
  list: List,
  query: { project_id: string; limit: number; cursor?: string | undefined },
) {
  const page = await listPage<Row>(list, query)
  if (page.data.count === 0) await requireProject(list.binding[1], query.project_id)
  return page
}
