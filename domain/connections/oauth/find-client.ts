/** Finds an OAuth client by its ID, whichever way it was registered. */
import { z } from "zod"
import { storable } from "@/domain/kernel/fields"
import { acrossTeams, prisma, rows, sql } from "@/prisma/client"
import { isClientAllowed } from "./allowed-clients"
import { findDescribedClient, isMetadataUrl } from "./client-metadata"
import type { OauthClient } from "./oauth-client"
import { staticClients } from "./static-clients"

/**
 * Returns null for an unknown client, and for one that the operator does not allow. The metadata of an app that is
 * known by a URL is fetched when the stored copy is old.
 */
export async function findClient(id: string, now: Date): Promise<OauthClient | null> {
  if (!isClientAllowed(id) || storable(id) !== id) return null
  const registered = staticClients().get(id)
  if (registered) return registered
  return isMetadataUrl(id) ? findDescribedClient(id, now) : findRegisteredClient(id, now)
}

const clientRow = z.object({
  id: z.string(),
  name: z.string(),
  redirect_uris: z.array(z.string()),
  auth_method: z.enum(["none", "client_secret_basic", "client_secret_post"]),
  secret_hash: z.instanceof(Buffer).nullable(),
})

/** Records the use, because unused apps are deleted. */
async function findRegisteredClient(id: string, now: Date): Promise<OauthClient | null> {
  // Across teams: an app registers before any team knows it.
  const [found] = await acrossTeams(() =>
    rows(
      clientRow,
      sql`select id, name, redirect_uris, auth_method, secret_hash from oauth_client where id = ${id} and kind = 'dcr'`,
    ),
  )
  if (!found) return null
  await acrossTeams(() => prisma.oauthClient.updateMany({ where: { id }, data: { last_used_at: now } }))
  const { name, redirect_uris, auth_method, secret_hash } = found
  return { id, kind: "dcr", name, redirectUris: redirect_uris, authMethod: auth_method, secretHash: secret_hash }
}
