/** A page of what belongs to a project: an empty one is checked, so that a project of another team is not found rather than empty. */
import { type List, listPage } from "@/domain/page"
import { requireProject } from "./project"

/** `where` and the total are the caller's; the binding's team is the asking one. */
export async function listInProject<Row>(
  list: List,
  query: { project_id: string; limit: number; cursor?: string | undefined },
) {
  const page = await listPage<Row>(list, query)
  if (page.data.count === 0) await requireProject(list.binding[1], query.project_id)
  return page
}
