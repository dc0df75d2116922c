/** The table of contents: every operation of the service, by resource. A test compares it with the folders. */
import { listAudit } from "./audit/list"
import { getClient } from "./clients/get"
import { listClients } from "./clients/list"
import { createKey } from "./keys/create"
import { getKey } from "./keys/get"
import { getKeyUsage } from "./keys/get-usage"
import { listKeys } from "./keys/list"
import { listKeyRequests } from "./keys/list-requests"
import { revokeKey } from "./keys/revoke"
import { rotateKey } from "./keys/rotate"
import type { AnyOperation } from "./operation"
import { getMe } from "./usage/me"

export const operations = {
  audit: { list: listAudit },
  clients: { list: listClients, get: getClient },
  keys: {
    list: listKeys,
    get: getKey,
    create: createKey,
    rotate: rotateKey,
    revoke: revokeKey,
    listRequests: listKeyRequests,
    getUsage: getKeyUsage,
  },
  usage: { me: getMe },
} as const satisfies Record<string, Record<string, AnyOperation>>

export type Operations = typeof operations

/** The same table as a flat list. */
export const allOperations: AnyOperation[] = Object.values(operations).flatMap(
  (resource) => Object.values(resource) as AnyOperation[],
)
