/**
 * Finds apps whose client ID is the URL of a JSON document about them (Client ID Metadata Documents). The fetch
 * connects to public addresses only (SSRF protection). A copy of the document is stored. Runs across teams, because
 * apps belong to no team.
 */
import { z } from "zod"
import { log } from "@/domain/kernel/log"
import { parseJson } from "@/domain/kernel/text"
import { isUrlAllowed } from "@/domain/security/url-safety"
import { publicVendorFetch } from "@/domain/security/vendor-fetch"
import { chargeRequest } from "@/domain/usage/quotas"
import { acrossTeams, prisma } from "@/prisma/client"
import { displayName, type OauthClient } from "./oauth-client"
import { maxRedirectUris, redirectUriProblem } from "./redirect-uri"

const maxUrlLength = 500
const maxDocumentBytes = 5_120
const fetchTimeoutMs = 3_000
/** Per client ID with a stored copy, and per host for all other client IDs. */
const fetchesPerMinute = 60

/** Bounds of the time that Cache-Control sets, during which a copy is used without fetching the document again. */
const minFreshSeconds = 300
const maxFreshSeconds = 86_400
/** How long after the last successful fetch a copy is used, if the document cannot be fetched again. */
const staleIfErrorMs = 7 * 86_400_000

/** Closes its connections, because anyone can choose the host. */
const fetchPublic = publicVendorFetch(maxDocumentBytes, { keepsConnections: false })

/** True when the ID has the form of a metadata URL. It must equal its own `URL.href`. */
export function isMetadataUrl(clientId: string): boolean {
  const url = clientId.length <= maxUrlLength ? URL.parse(clientId) : null
  if (!url || url.href !== clientId || url.pathname === "/" || clientId.includes("#")) return false
  // isUrlAllowed accepts http on this machine only while the operator allows webhooks to it, as trials and tests do.
  return isUrlAllowed(url)
}

const document = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z
    .array(z.string().refine((uri) => redirectUriProblem(uri) === null))
    .min(1)
    .max(maxRedirectUris),
  token_endpoint_auth_method: z.literal("none").default("none"),
  grant_types: z.array(z.string()).default(["authorization_code"]),
  client_secret: z.never().optional(),
})

/**
 * Returns the app from its stored copy while the copy is fresh. Otherwise fetches the document. Returns null if the
 * document is invalid, or if it cannot be fetched and the copy is too old. Throws `rate_limited` when it
 * was fetched too often.
 */
export async function findMetadataClient(url: string, now: Date): Promise<OauthClient | null> {
  const stored = await acrossTeams(() => prisma.oauthClient.findFirst({ where: { id: url, kind: "cimd" } }))
  if (stored?.fresh_until && stored.fresh_until > now) return fromStored(stored)
  // Requests with made-up IDs must not use up the limit of an app that people use.
  await chargeRequest([
    { policy: "mcp-client-metadata", id: stored ? url : `unknown ${new URL(url).hostname}`, quota: fetchesPerMinute },
  ])
  const fetched = await fetchDocument(url)
  if (fetched === "unreachable") {
    const isRecent = stored?.fetched_at && now.getTime() - stored.fetched_at.getTime() < staleIfErrorMs
    return isRecent ? fromStored(stored) : null
  }
  if (fetched === "invalid") {
    // Without the two times, the copy is not used again, not even while the host cannot be reached.
    const unusable = { fetched_at: null, fresh_until: null }
    await acrossTeams(() => prisma.oauthClient.updateMany({ where: { id: url }, data: unusable }))
    return null
  }
  const { name, redirectUris, freshSeconds } = fetched
  const copy = {
    name,
    redirect_uris: redirectUris,
    auth_method: "none",
    fetched_at: now,
    fresh_until: new Date(now.getTime() + freshSeconds * 1_000),
    last_used_at: now,
  }
  await acrossTeams(() =>
    prisma.oauthClient.upsert({
      where: { id: url },
      create: { id: url, kind: "cimd", created_at: now, ...copy },
      update: copy,
    }),
  )
  return fromStored({ id: url, ...copy })
}

type StoredCopy = { id: string; name: string; redirect_uris: string[] }

const fromStored = ({ id, name, redirect_uris }: StoredCopy): OauthClient => ({
  id,
  kind: "cimd",
  name,
  redirectUris: redirect_uris,
  authMethod: "none",
  secretHash: null,
})

type Fetched = { name: string; redirectUris: string[]; freshSeconds: number }

/**
 * `unreachable`: the copy may still be used. `invalid`: the host returned no valid document, so the copy must not be
 * used.
 */
async function fetchDocument(url: string): Promise<Fetched | "unreachable" | "invalid"> {
  try {
    const signal = AbortSignal.timeout(fetchTimeoutMs)
    const { response, bytes } = await fetchPublic(url, { headers: { accept: "application/json" }, signal })
    if (response.status >= 500 || response.status === 429) return "unreachable"
    return response.status === 200 ? parseMetadata(url, response.headers, bytes) : "invalid"
  } catch (err) {
    log.info({ err, host: new URL(url).hostname, dependency: null }, "the metadata of an app could not be fetched")
    return "unreachable"
  }
}

function parseMetadata(url: string, headers: Headers, bytes: Buffer): Fetched | "invalid" {
  if (!/^application\/json *(;|$)/i.test(headers.get("content-type") ?? "")) return "invalid"
  const { data } = document.safeParse(parseJson(bytes.toString("utf8")))
  if (data?.client_id !== url || !data.grant_types.includes("authorization_code")) return "invalid"
  return {
    name: displayName(data.client_name ?? "", new URL(url).hostname),
    redirectUris: data.redirect_uris,
    freshSeconds: cacheSeconds(headers.get("cache-control")),
  }
}

function cacheSeconds(cacheControl: string | null) {
  const [, seconds = "0"] = /\bmax-age=(\d{1,9})/i.exec(cacheControl ?? "") ?? []
  const requestedSeconds = /\bno-(store|cache)\b/i.test(cacheControl ?? "") ? 0 : Number(seconds)
  return Math.min(maxFreshSeconds, Math.max(minFreshSeconds, requestedSeconds))
}
