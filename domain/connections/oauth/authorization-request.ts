/**
 * Stores an authorization request while its consent page is open. A request belongs to the browser that started it, and
 * to the first user who opens the page. Runs across teams, because the user chooses the team on that page.
 */
import { z } from "zod"
import { type ConnectionScope, connectionScopes } from "@/domain/kernel/tool"
import { acrossTeams, type Prisma, prisma, rows, rowsIn, sql } from "@/prisma/client"
import { addMilliseconds, lifetimes } from "./lifetimes"
import { createOpaqueToken, hashOpaque } from "./opaque-token"

export type AuthorizationRequest = {
  clientId: string
  redirectUri: string
  /** Sent back to the app unchanged. */
  state: string | null
  /** The scopes that the app asks for. The user decides on the consent page which scopes the connection gets. */
  scopes: ConnectionScope[]
  /** The PKCE code challenge (S256). */
  challenge: string
  resource: string
}

/** The ID is in the URL of the consent page, `browser` in a cookie of the browser. */
export type RequestKey = { id: string; browser: string }

/** Returns the ID. `browser`: the value of the cookie. */
export async function storeRequest(browser: string, request: AuthorizationRequest, now: Date): Promise<string> {
  const { value: id, hash } = createOpaqueToken("request")
  const { clientId, redirectUri, state, scopes, challenge, resource } = request
  await acrossTeams(() =>
    prisma.oauthRequest.create({
      data: {
        id_hash: hash,
        browser_hash: hashOpaque(browser),
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        scopes,
        challenge,
        resource,
        created_at: now,
        expires_at: addMilliseconds(now, lifetimes.requestMs),
      },
    }),
  )
  return id
}

const requestRow = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  state: z.string().nullable(),
  scopes: z.array(z.enum(connectionScopes)),
  challenge: z.string(),
  resource: z.string(),
})

/** Binds the request to the user. Returns null when it expired, was answered, or belongs to another browser or user. */
export async function openRequest(key: RequestKey, userId: string, now: Date): Promise<AuthorizationRequest | null> {
  const at = now.toISOString()
  const [found] = await acrossTeams(() =>
    rows(
      requestRow,
      sql`
        update oauth_request set user_id = ${userId}
        where id_hash = ${hashOpaque(key.id)} and browser_hash = ${hashOpaque(key.browser)}
          and consumed_at is null and expires_at > ${at}::timestamptz and (user_id is null or user_id = ${userId})
        returning client_id, redirect_uri, state, scopes, challenge, resource`,
    ),
  )
  return found ? fromRow(found) : null
}

/** Marks the request as answered, once. Only the user who opened the page can answer. */
export async function consumeRequest(
  tx: Prisma.TransactionClient,
  key: RequestKey,
  userId: string,
  now: Date,
): Promise<AuthorizationRequest | null> {
  const [found] = await rowsIn(
    tx,
    requestRow,
    sql`
      update oauth_request set consumed_at = ${now}
      where id_hash = ${hashOpaque(key.id)} and browser_hash = ${hashOpaque(key.browser)}
        and consumed_at is null and expires_at > ${now} and user_id = ${userId}
      returning client_id, redirect_uri, state, scopes, challenge, resource`,
  )
  return found ? fromRow(found) : null
}

const fromRow = ({ client_id, redirect_uri, ...row }: z.infer<typeof requestRow>): AuthorizationRequest => ({
  clientId: client_id,
  redirectUri: redirect_uri,
  ...row,
})
