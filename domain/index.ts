/** The table of contents: every operation of the service, by resource. A test compares it with the folders. */
import { listAudit } from "./audit/list"
import { getClient } from "./clients/get"
import { listClients } from "./clients/list"
import type { AnyOperation } from "./operation"

export const operations = {
  audit: { list: listAudit },
  clients: { list: listClients, get: getClient },
} as const satisfies Record<string, Record<string, AnyOperation>>

export type Operations = typeof operations

/** The same table as a flat list. */
export const allOperations: AnyOperation[] = Object.values(operations).flatMap(
  (resource) => Object.values(resource) as AnyOperation[],
)
