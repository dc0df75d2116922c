/** The consent page and the token endpoint of the fakes. They check PKCE as the platforms do. */
import { createHash, randomUUID } from "node:crypto"
import type { FakeRequest, FakeResponse, Platform, World } from "./world"

/** Code -> challenge of PKCE. */
const challenges = new Map<string, string>()

/** Undefined for every other path. */
export function respondToConsent({ consent }: Platform, request: FakeRequest, world: World): FakeResponse | undefined {
  if (request.path === consent?.page) return consentPage(request.query)
  if (request.path !== consent?.token) return undefined
  const given = request.method === "POST" ? new URLSearchParams(request.body) : request.query
  if (world.isGrantExpired || !isGranted(given)) return refused
  return {
    json: {
      access_token: "fake-access-token",
      refresh_token: "fake-refresh-token",
      expires_in: 3_600,
      token_type: "Bearer",
    },
  }
}

const refused: FakeResponse = {
  status: 400,
  json: { error: "invalid_grant", error_description: "Token has been expired or revoked." },
}

function isGranted(given: URLSearchParams): boolean {
  if (given.get("refresh_token") || given.get("assertion") || given.get("fb_exchange_token")) return true
  const code = given.get("code") ?? ""
  const challenge = challenges.get(code)
  challenges.delete(code)
  return (
    challenge ===
    createHash("sha256")
      .update(given.get("code_verifier") ?? "")
      .digest("base64url")
  )
}

function consentPage(query: URLSearchParams): FakeResponse {
  const code = randomUUID()
  challenges.set(code, query.get("code_challenge") ?? "")
  const callback = (result: Record<string, string>) => {
    const url = new URL(query.get("redirect_uri") ?? "")
    for (const [name, value] of Object.entries({ ...result, state: query.get("state") ?? "" }))
      url.searchParams.set(name, value)
    return url.toString().replaceAll("&", "&amp;").replaceAll('"', "&quot;")
  }
  return {
    html: `<!doctype html><title>Fake platform</title><h1>Fake platform</h1><p>Signalbox asks for access to invented data.</p>
      <p><a href="${callback({ code })}">Allow</a> <a href="${callback({ error: "access_denied" })}">Deny</a></p>`,
  }
}
