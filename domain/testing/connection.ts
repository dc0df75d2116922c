/** Creates connections of MCP clients for tests. */
import { createOpaqueToken } from "@/domain/connections/oauth/opaque-token"
import { connectorUrl } from "@/domain/connections/settings"
import { newId } from "@/domain/kernel/ids"
import type { ConnectionScope } from "@/domain/kernel/tool"
import { acrossTeams, prisma } from "@/prisma/client"

type Choice = {
  teamId: string
  userId: string
  scopes?: ConnectionScope[]
  clientId?: string
  clientName?: string
  resource?: string
  expiresAt?: Date
}

/** Returns an access token of a new connection. */
export const freshAccessToken = async (choice: Choice): Promise<string> => (await freshConnection(choice)).token

/** Returns a new connection and an access token of it. */
export async function freshConnection(choice: Choice): Promise<{ token: string; connectionId: string }> {
  const { teamId, userId, scopes = ["data:read"], clientName = "Test client" } = choice
  const { clientId = "https://app.example.test/client.json", resource = connectorUrl() } = choice
  const now = new Date()
  const { value, hash } = createOpaqueToken("accessToken")
  const expires_at = choice.expiresAt ?? new Date(now.getTime() + 3_600_000)
  const grant = { id: newId("connection"), team_id: teamId, user_id: userId, created_at: now, activated_at: now }
  const client = { client_id: clientId, client_kind: "cimd", client_name: clientName, client_host: "app.example.test" }
  await acrossTeams(() =>
    prisma.oauthGrant.create({
      data: {
        ...grant,
        ...client,
        scopes,
        expires_at,
        access_tokens: { create: { hash, team_id: teamId, scopes, resource, created_at: now, expires_at } },
      },
    }),
  )
  return { token: value, connectionId: grant.id }
}
