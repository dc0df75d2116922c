/** Creates an endpoint's next secret and stores it encrypted. Used when an endpoint is created and when its secret is rotated. */
import { newId } from "@/domain/kernel/ids"
import { sealedColumns } from "@/domain/security/sealed-columns"
import { seal } from "@/domain/security/vault"
import type { Prisma } from "@/prisma/client"
import { newSecret } from "./signature"

/** The secret exists only once the caller's transaction commits. */
export async function mintSecret(
  tx: Prisma.TransactionClient,
  { team_id, endpoint_id, version }: { team_id: string; endpoint_id: string; version: number },
): Promise<string> {
  const secret = newSecret()
  const sealed = seal(secret, sealedColumns.webhookSecret.place({ endpoint_id, version }))
  await tx.webhookSecret.create({ data: { id: newId("webhookSecret"), team_id, endpoint_id, version, sealed } })
  return secret
}
