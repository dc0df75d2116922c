/** For tests of OAuth: serves the endpoints on a real HTTP server, and simulates the browser of a user and an app. */
import { createHash, randomBytes } from "node:crypto"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import type { TeamFacts } from "@/domain/kernel/context"
import type { Role } from "@/domain/kernel/roles"
import { findSession, type Session } from "@/domain/people/session"
import { freshPerson } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { acrossTeams, prisma } from "@/prisma/client"
import { createFrontServer } from "../front-server"
import { authorizationEndpoint } from "../oauth/authorize"
import { consentEndpoint } from "../oauth/consent"
import { type ConsentView, readConsent } from "../oauth/consent-page"
import { authorizationServerMetadata, protectedResourceMetadata, unknownMetadata } from "../oauth/metadata"
import { registrationEndpoint, registrationReader } from "../oauth/register"
import { revocationEndpoint, tokenEndpoint } from "../oauth/token"

type Route = { params: Promise<{ request: string; client: string }> }
type Handler = (request: Request, route: Route) => Promise<Response>

/**
 * The routes that Next serves in the product. Here `personOf` reads the session, and a GET of the consent page returns
 * the data of the page as JSON.
 */
const routes: [RegExp, Handler][] = [
  [/^\/\.well-known\/oauth-authorization-server$/, authorizationServerMetadata],
  [/^\/\.well-known\/oauth-protected-resource(\/mcp)?$/, protectedResourceMetadata],
  [/^\/\.well-known\//, unknownMetadata],
  [/^\/oauth\/authorize$/, authorizationEndpoint],
  [/^\/oauth\/token$/, tokenEndpoint],
  [/^\/oauth\/revoke$/, revocationEndpoint],
  [/^\/oauth\/register$/, registrationEndpoint],
  [/^\/oauth\/register\/(?<client>[^/]+)$/, registrationReader],
  [
    /^\/oauth\/consent\/(?<request>[^/]+)\/answer$/,
    (request, route) => consentEndpoint(request, route, () => personOf(request)),
  ],
  [/^\/oauth\/consent\/(?<request>[^/]+)$/, showConsent],
]

export async function serveOauth() {
  const listener = getRequestListener(dispatch, { overrideGlobalObjects: false })
  const server = createFrontServer(listener, "front")
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // With one trusted hop, the header X-Forwarded-For sets the address of a request.
  Object.assign(process.env, { SIGNALBOX_BASE_URL: url, TRUSTED_PROXY_HOPS: "1" })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url, close }
}

async function dispatch(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  for (const [pattern, handle] of routes) {
    const match = pattern.exec(pathname)
    if (match) return handle(request, { params: Promise.resolve(match.groups as { request: string; client: string }) })
  }
  return new Response(null, { status: 404 })
}

/** The session cookie of the tests: the id of the session. */
async function personOf(request: Request): Promise<Session | null> {
  const [, id] = /test-session=([^;]+)/.exec(request.headers.get("cookie") ?? "") ?? []
  return id ? findSession(id) : null
}

async function showConsent(request: Request, { params }: Route): Promise<Response> {
  const person = await personOf(request)
  if (!person) return new Response(null, { status: 303, headers: { Location: "/sign-in" } })
  return Response.json(await readConsent((await params).request, request.headers, person.id))
}

export const redirectUri = "https://app.example.com/callback"
/** The PKCE code verifier of all authorization requests. */
export const verifier = randomBytes(32).toString("base64url")
const challenge = createHash("sha256").update(verifier).digest("base64url")

/** The browser of a signed-in team member. It stores cookies and does not follow redirects. */
export class Browser {
  readonly #cookies = new Map<string, string>()

  constructor(
    readonly url: string,
    readonly team: TeamFacts,
    readonly userId: string,
  ) {}

  static async open(url: string, { role = "owner", team }: { role?: Role; team?: TeamFacts } = {}): Promise<Browser> {
    const { actor } = await freshPerson()
    const joined = team ?? (await freshTeam())
    await acrossTeams(() => prisma.membership.create({ data: { team_id: joined.id, user_id: actor.id, role } }))
    const browser = new Browser(url, joined, actor.id)
    browser.signIn(actor.session_id)
    return browser
  }

  signIn(sessionId: string) {
    this.#cookies.set("test-session", sessionId)
  }

  /** Requests a page as this browser, without following redirects. */
  async get(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ")
    const url = this.url + path.replace(/^https?:\/\/[^/]+/, "")
    const headers = { ...randomAddressHeader(), ...(init.headers as Record<string, string>), cookie }
    const response = await fetch(url, { redirect: "manual", ...init, headers })
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      this.#cookies.set(name, value)
    }
    return response
  }

  authorize(clientId: string, more: Record<string, string | null> = {}): Promise<Response> {
    return this.get(`/oauth/authorize?${authorizationQuery(clientId, more)}`)
  }

  /** Starts a request and opens its consent page. */
  async openConsent(clientId: string, more: Record<string, string | null> = {}) {
    const response = await this.authorize(clientId, more)
    const page = response.headers.get("location") ?? ""
    if (response.status !== 303 || !page.includes("/oauth/consent/")) throw new Error(`no consent page: ${page}`)
    return { page, view: (await (await this.get(page)).json()) as ConsentView | null }
  }

  answer(page: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const origin = new URL(page).origin
    return this.get(`${page}/answer`, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { origin, ...headers },
    })
  }

  /** Goes through consent, and returns the parameters with which the browser returns to the app. */
  async connect(clientId: string, more: Record<string, string | null> = {}, allowsChanges = false) {
    const { page } = await this.openConsent(clientId, more)
    const allow = { decision: "allow", team_id: this.team.id, ...(allowsChanges && { allow_changes: "on" }) }
    const location = (await this.answer(page, allow)).headers.get("location") ?? ""
    return new URL(location).searchParams
  }
}

/** A null removes a parameter. */
export function authorizationQuery(clientId: string, more: Record<string, string | null> = {}): URLSearchParams {
  const usual = { client_id: clientId, redirect_uri: redirectUri, response_type: "code", state: "a state" }
  const pkce = { code_challenge: challenge, code_challenge_method: "S256" }
  const set = Object.entries({ ...usual, ...pkce, ...more }).filter(([, value]) => value !== null)
  return new URLSearchParams(set as [string, string][])
}

/** Registers an app with the registration endpoint, as apps do. */
export async function registerApp(url: string, more: object = {}) {
  const metadata = {
    client_name: "Test app",
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "none",
    ...more,
  }
  const response = await post(`${url}/oauth/register`, JSON.stringify(metadata), { "content-type": "application/json" })
  return (await response.json()) as { client_id: string; client_secret?: string; [field: string]: unknown }
}

export const post = (url: string, body: string | URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body, headers: { ...randomAddressHeader(), ...headers }, redirect: "manual" })

/** A different address for each request, so that tests do not share rate limits. */
const randomAddressHeader = () => ({
  "x-forwarded-for": `2001:db8:${[...randomBytes(4)].map((byte) => byte.toString(16)).join(":")}::1`,
})

type Tokens = { access_token: string; refresh_token: string; scope: string; error?: string; error_description?: string }

/** Calls the token endpoint. */
export async function requestTokens(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await post(`${url}/oauth/token`, new URLSearchParams(form), headers)
  return { status: response.status, headers: response.headers, body: (await response.json()) as Tokens }
}

/** Exchanges a code. */
export const exchange = (url: string, clientId: string, code: string, more: Record<string, string> = {}) =>
  requestTokens(url, {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...more,
  })

export const refreshTokens = (url: string, clientId: string, token: string, more: Record<string, string> = {}) =>
  requestTokens(url, { grant_type: "refresh_token", client_id: clientId, refresh_token: token, ...more })
