/** Finds an OAuth client by its ID, whichever way it was registered. */
import { z } from "zod"
import { withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { acrossTeams, prisma, rows, sql } from "@/prisma/client"
import { isClientAllowed } from "./allowed-clients"
import { findMetadataClient, isMetadataUrl } from "./client-metadata"
import type { OauthClient } from "./oauth-client"
import { redirectHost } from "./redirect-uri"
import { staticClients } from "./static-clients"

/**
 * Returns null for an unknown client, and for one that the operator does not allow. If the ID is the URL of metadata,
 * the metadata is fetched when there is no fresh copy.
 */
export async function findClient(id: string, now: Date): Promise<OauthClient | null> {
  if (!isClientAllowed(id) || withoutUnstorableCharacters(id) !== id) return null
  const client = staticClients().get(id) ?? (await findStoredClient(id, now))
  return client && isClientAllowed(id, client.redirectUris.map(redirectHost)) ? client : null
}

const findStoredClient = (id: string, now: Date): Promise<OauthClient | null> =>
  isMetadataUrl(id) ? findMetadataClient(id, now) : findRegisteredClient(id, now)

const clientRow = z.object({
  id: z.string(),
  name: z.string(),
  redirect_uris: z.array(z.string()),
  auth_method: z.enum(["none", "client_secret_basic", "client_secret_post"]),
  secret_hash: z.instanceof(Buffer).nullable(),
})

/** Records the use, because apps without an open connection are deleted 30 days after their last use. */
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
