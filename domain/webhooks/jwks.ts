/** Publishes a team's ed25519 public keys as a JWK Set. Anyone may read it; receivers use it to verify v1a signatures. */
import { inTeam } from "@/prisma/client"
import { storedSigningKeys } from "./signing-key"

/** Path of a team's JWK Set. */
export const jwksPath = (teamId: string) => `/.well-known/webhooks/${teamId}/jwks.json`

/** Returns null for a team without keys and for an unknown team, so that the response does not reveal which teams exist. */
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
