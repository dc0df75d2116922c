/** Creates an endpoint's signing secrets. Only the response that creates a secret contains it. */
import { z } from "zod"
import { newId } from "@/domain/kernel/ids"
import { sealedColumns } from "@/domain/security/sealed-columns"
import { seal } from "@/domain/security/vault"
import type { Prisma } from "@/prisma/client"
import { newSecret } from "./signature"

export const createdSecret = z
  .string()
  .meta({ description: "The signing secret, `whsec_` followed by base64. It is only returned once." })

/** How long an old secret or signing key continues to sign after a rotation. */
export const overlapHours = z.int().min(0).max(168).default(24).meta({
  description: "How many hours the old one continues to sign. `0` ends it immediately, for example because it leaked.",
})

/**
 * Creates an endpoint's next secret and stores it encrypted. The secret exists only once the caller's transaction
 * commits.
 */
export async function createSecret(
  tx: Prisma.TransactionClient,
  { team_id, endpoint_id, version }: { team_id: string; endpoint_id: string; version: number },
): Promise<string> {
  const secret = newSecret()
  const sealed = seal(secret, sealedColumns.webhookSecret.associatedData({ endpoint_id, version }))
  await tx.webhookSecret.create({ data: { id: newId("webhookSecret"), team_id, endpoint_id, version, sealed } })
  return secret
}
