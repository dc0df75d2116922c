/**
 * Reads the active goals of a client. The page lists the newest ones (`listed`). Its leading sentence needs all of them
 * (`active`), to name a goal that will be missed.
 */
import "server-only"
import type { OperationCaller } from "@/server/caller"

const maxListed = 3

export async function readGoals(api: OperationCaller, client_id: string) {
  const { data } = await api.clients.listGoals({ client_id, status: ["active"], limit: 200 })
  return { active: data, listed: data.slice(0, maxListed) }
}
