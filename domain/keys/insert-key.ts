/** Generates a key and stores its hash. Shared by creation and rotation. */
import { apiVersion } from "@/domain/kernel/envelope"
import { newId } from "@/domain/kernel/ids"
import { generateKey, hintOf } from "@/domain/kernel/key-format"
import type { Scope } from "@/domain/kernel/scopes"
import { hashKey } from "@/domain/kernel/secrets"
import type { Prisma } from "@/prisma/client"

export type NewKey = { id: string; secret: string; hint: string }

/** Sample teams get `sbx_test_` keys. The key exists only if the caller's transaction commits. */
export async function insertKey(
  tx: Prisma.TransactionClient,
  team: { id: string; is_sample: boolean },
  key: {
    name: string
    scopes: Scope[]
    ip_allowlist: string[]
    expires_at: Date | null
    created_by: string | null
    created_at: Date
  },
): Promise<NewKey> {
  const secret = generateKey(team.is_sample ? "test" : "live")
  const created = { id: newId("key"), secret, hint: hintOf(secret) }
  await tx.apiKey.create({
    data: {
      id: created.id,
      team_id: team.id,
      hint: created.hint,
      key_hash: new Uint8Array(hashKey(secret)),
      api_version: apiVersion,
      ...key,
    },
  })
  return created
}
