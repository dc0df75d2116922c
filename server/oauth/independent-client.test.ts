/** Walks the authorization server with oauth4webapi, which checks every response against the RFCs. */
import * as oauth from "oauth4webapi"
import { afterAll, beforeAll, expect, it } from "vitest"
import { authenticateAccessToken } from "@/domain/connections/authenticate-token"
import { Browser, redirectUri, serveOauth } from "../testing/oauth"

let url: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ url, close } = await serveOauth())
})
afterAll(() => close())

/** The test server has no certificate. */
const local = { [oauth.allowInsecureRequests]: true }

async function discover() {
  const resource = new URL(`${url}/mcp`)
  const found = await oauth.resourceDiscoveryRequest(resource, local)
  const { authorization_servers, resource: named } = await oauth.processResourceDiscoveryResponse(resource, found)
  expect(named).toBe(resource.href)
  const issuer = new URL(authorization_servers?.[0] ?? "")
  const response = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...local })
  return oauth.processDiscoveryResponse(issuer, response)
}

it.each(["none", "client_secret_basic", "client_secret_post"])(
  "oauth4webapi discovers, registers, connects, refreshes and revokes with %s",
  async (method) => {
    const server = await discover()
    const metadata = { redirect_uris: [redirectUri], client_name: "oauth4webapi", token_endpoint_auth_method: method }
    const registered = await oauth.dynamicClientRegistrationRequest(server, metadata, local)
    const client = await oauth.processDynamicClientRegistrationResponse(registered)
    const auth = {
      none: oauth.None(),
      client_secret_basic: oauth.ClientSecretBasic(String(client.client_secret)),
      client_secret_post: oauth.ClientSecretPost(String(client.client_secret)),
    }[method] as oauth.ClientAuth

    const code_verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const code_challenge = await oauth.calculatePKCECodeChallenge(code_verifier)
    const browser = await Browser.open(url)
    const returned = await browser.connect(client.client_id, { state, code_challenge, resource: `${url}/mcp` })
    // Throws unless state and iss are right.
    const callback = oauth.validateAuthResponse(server, client, returned, state)
    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      callback,
      redirectUri,
      code_verifier,
      {
        additionalParameters: { resource: `${url}/mcp` },
        ...local,
      },
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged)
    expect(tokens).toMatchObject({ token_type: "bearer", scope: "data:read", expires_in: 3_600 })

    const refreshed = await oauth.refreshTokenGrantRequest(server, client, auth, tokens.refresh_token ?? "", local)
    const next = await oauth.processRefreshTokenResponse(server, client, refreshed)
    expect(await authenticateAccessToken(next.access_token, `${url}/mcp`)).not.toBeNull()
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, auth, next.refresh_token ?? "", local),
    )
    expect(await authenticateAccessToken(next.access_token, `${url}/mcp`)).toBeNull()
  },
)

it("oauth4webapi reads a denial as the error of the authorization server", async () => {
  const server = await discover()
  const registered = await oauth.dynamicClientRegistrationRequest(server, { redirect_uris: [redirectUri] }, local)
  const client = await oauth.processDynamicClientRegistrationResponse(registered)
  const browser = await Browser.open(url)
  const { page } = await browser.openConsent(client.client_id, { state: "s" })
  const location = (await browser.answer(page, { decision: "deny" })).headers.get("location") ?? ""
  const read = () => oauth.validateAuthResponse(server, client, new URL(location), "s")
  expect(read).toThrow(expect.objectContaining({ error: "access_denied" }))
})
