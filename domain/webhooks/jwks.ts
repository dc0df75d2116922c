/** The public halves of a team's ed25519 keys, as a JWK Set: anybody may read it, receivers verify v1a with it. */
import { inTeam } from "@/prisma/client"
import { keptSigningKeys } from "./signing-key"

/** Where a team's set stands. */
export const jwksPath = (teamId: string) => `/.well-known/webhooks/${teamId}/jwks.json`

/** Null for a team without keys and for none at all, so that nobody learns which teams there are. */
export async function jwksOf(teamId: string) {
  const keys = await inTeam(teamId, () => keptSigningKeys(teamId))
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
