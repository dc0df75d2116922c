/** Revokes a token that an app no longer needs (RFC 7009). A refresh token ends the whole connection. */
import { acrossTeams, prisma } from "@/prisma/client"
import { revokeConnections } from "../revoke-connections"
import type { OauthClient } from "./oauth-client"
import { hashOpaque } from "./opaque-token"

/** Unknown tokens and tokens of other apps are ignored, so that the response shows nothing about them. */
export async function revokeToken({ id: client_id }: OauthClient, token: string, now: Date): Promise<void> {
  const where = { hash: hashOpaque(token), grant: { client_id } }
  // Across teams: the token says which team it is.
  await acrossTeams(async () => {
    const refreshToken = await prisma.oauthRefreshToken.findFirst({ where, select: { grant_id: true } })
    if (refreshToken)
      await revokeConnections({ connectionIds: [refreshToken.grant_id] }, "The app disconnected itself.", now)
    else await prisma.oauthAccessToken.deleteMany({ where })
  })
}
