/** Reads the AI-visibility projects of a client, each with the history of your brand's visibility. */
import "server-only"
import type { OperationCaller } from "@/server/caller"
import { readVisibilityHistories } from "../../../visibility-history"

export async function readProjects(api: OperationCaller, client_id: string) {
  const { data: projects } = await api.aiVisibility.listProjects({ client_id, limit: 50 })
  return { projects, histories: await readVisibilityHistories(api, projects) }
}
