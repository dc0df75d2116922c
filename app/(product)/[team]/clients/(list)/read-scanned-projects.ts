/** Reads the AI visibility projects of all clients in one request, for the list of clients. */
import "server-only"
import type { Project } from "@/components/clients/client-table"
import type { OperationCaller } from "@/server/caller"

const limit = 200

/**
 * Returns the active projects with a finished scan by client, latest scan first. Empty if the team has more than one
 * page of projects.
 */
export async function readScannedProjects(api: OperationCaller): Promise<Map<string, Project[]>> {
  const { data, meta } = await api.aiVisibility.listProjects({ status: ["active"], limit })
  if (meta.next_cursor !== null) return new Map()
  const scanned = data.filter(({ latest }) => latest !== null)
  const newestFirst = scanned.toSorted((a, b) => finishedAt(b).localeCompare(finishedAt(a)))
  return Map.groupBy(newestFirst, ({ client_id }) => client_id)
}

const finishedAt = ({ latest }: Project) => latest?.finished_at ?? ""
