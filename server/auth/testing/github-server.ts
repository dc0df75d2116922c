/**
 * A fake GitHub Enterprise Server on loopback. It signs in the user that the test sets, and checks our side of OAuth.
 */
import { createServer } from "node:http"
import { getRequestListener } from "@hono/node-server"

export type GithubUser = {
  id: number
  login: string
  name: string | null
  emails: { email: string; primary: boolean; verified: boolean }[]
}

export async function startGithub(client: { id: string; secret: string }) {
  const state: { user?: GithubUser; codes: Map<string, GithubUser> } = { codes: new Map() }
  const server = createServer(getRequestListener((request) => respond(request, client, state)))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    signInAs: (user: GithubUser) => {
      state.user = user
    },
    stop: () => new Promise((done) => server.close(done)),
  }
}

type State = { user?: GithubUser; codes: Map<string, GithubUser> }

async function respond(request: Request, client: { id: string; secret: string }, state: State): Promise<Response> {
  const url = new URL(request.url)
  if (url.pathname === "/login/oauth/authorize") return authorize(url, client.id, state)
  if (url.pathname === "/login/oauth/access_token") return token(request, client, state)
  const user = state.codes.get(request.headers.get("authorization")?.replace("Bearer ", "") ?? "")
  if (!user) return new Response(null, { status: 401 })
  const { emails, ...profile } = user
  if (url.pathname === "/api/v3/user") return Response.json({ ...profile, email: "public@elsewhere.test" })
  if (url.pathname === "/api/v3/user/emails") return Response.json(emails)
  return new Response(null, { status: 404 })
}

function authorize({ searchParams }: URL, clientId: string, state: State) {
  if (searchParams.get("client_id") !== clientId || !state.user) return new Response(null, { status: 400 })
  const code = Math.random().toString(36)
  state.codes.set(code, state.user)
  const back = new URL(searchParams.get("redirect_uri") ?? "")
  back.search = String(new URLSearchParams({ code, state: searchParams.get("state") ?? "" }))
  return new Response(null, { status: 302, headers: { location: String(back) } })
}

async function token(request: Request, client: { id: string; secret: string }, state: State) {
  const form = new URLSearchParams(await request.text())
  const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}`
  const isOurs = request.headers.get("authorization") === basic || form.get("client_secret") === client.secret
  const code = form.get("code") ?? ""
  const user = state.codes.get(code)
  if (!isOurs || !user) return Response.json({ error: "bad_verification_code" }, { status: 401 })
  state.codes.delete(code)
  state.codes.set(`token-${code}`, user)
  return Response.json({ access_token: `token-${code}`, token_type: "bearer", scope: "read:user,user:email" })
}
