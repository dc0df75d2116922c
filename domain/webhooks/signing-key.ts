/**
 * A team's Ed25519 keys for `v1a` signatures (Standard Webhooks). The first key is created when an endpoint needs it. The
 * public keys are in the team's JWKS.
 */
import { generateKeyPairSync } from "node:crypto"
import { z } from "zod"
import { createdAt, timestamp } from "@/domain/kernel/fields"
import { id, newId } from "@/domain/kernel/ids"
import { sealedColumns } from "@/domain/security/sealed-columns"
import { seal } from "@/domain/security/vault"
import { inTeam, type Prisma, rows, sql } from "@/prisma/client"
import { publicKeyText } from "./signature"

export const signingKey = z.object({
  id: id("signingKey").meta({ description: "The `kid` of the key in the JWKS." }),
  public_key: z.string().meta({ description: "The public key, `whpk_` followed by the base64 of its 32 bytes." }),
  created_at: createdAt(),
  expires_at: timestamp()
    .nullable()
    .meta({ description: "The time when the key stops signing after a rotation. `null` if it was not rotated." }),
})
export type SigningKey = z.infer<typeof signingKey>

const storedKey = signingKey.extend({ public_key: z.instanceof(Buffer) })

/** Lists the keys that have not expired, newest first. */
export const storedSigningKeys = (teamId: string) =>
  rows(
    storedKey,
    sql`select id, public_key, created_at, expires_at from webhook_signing_key
      where team_id = ${teamId} and (expires_at is null or expires_at > now()) order by created_at desc, id desc`,
  )

export const readSigningKeys = async (teamId: string): Promise<SigningKey[]> =>
  (await storedSigningKeys(teamId)).map((key) => ({ ...key, public_key: publicKeyText(key.public_key) }))

/** Path of a team's JWK Set. */
export const jwksPath = (teamId: string) => `/.well-known/webhooks/${teamId}/jwks.json`

/**
 * Reads the public keys as a JWK Set. It is public, so that receivers can verify v1a signatures. Returns null for a team
 * without keys and for an unknown team, so that the response does not reveal which teams exist.
 */
export async function jwksOf(teamId: string) {
  const keys = await inTeam(teamId, () => storedSigningKeys(teamId))
  if (keys.length === 0) return null
  return {
    keys: keys.map(({ id, public_key }) => ({
      kty: "OKP",
      crv: "Ed25519",
      alg: "EdDSA",
      use: "sig",
      kid: id,
      x: public_key.toString("base64url"),
    })),
  }
}

/**
 * Creates the team's first key if it has none. The team's row must be locked, or two requests could create two keys.
 */
export async function requireSigningKey(tx: Prisma.TransactionClient, teamId: string) {
  const count = await tx.webhookSigningKey.count({ where: { team_id: teamId, expires_at: null } })
  if (count === 0) await createSigningKey(tx, teamId)
}

/** Creates a key and stores it encrypted. Returns its id. */
export async function createSigningKey(tx: Prisma.TransactionClient, teamId: string): Promise<string> {
  const keyId = newId("signingKey")
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const { x } = publicKey.export({ format: "jwk" })
  await tx.webhookSigningKey.create({
    data: {
      id: keyId,
      team_id: teamId,
      public_key: new Uint8Array(Buffer.from(x as string, "base64url")),
      sealed: seal(
        privateKey.export({ format: "der", type: "pkcs8" }),
        sealedColumns.signingKey.associatedData({ team_id: teamId, id: keyId }),
      ),
    },
  })
  return keyId
}
