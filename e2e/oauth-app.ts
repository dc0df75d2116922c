/**
 * An app on the user's machine that connects over MCP: it registers itself, waits for the browser to return, and
 * exchanges the code for tokens.
 */
import { createHash, randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { APIRequestContext, Page } from "@playwright/test"

export class App {
  readonly #verifier = randomBytes(32).toString("base64url")
  readonly #server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
    // The browser also requests an icon.
    if (pathname === "/callback") this.returned.push(searchParams)
    response.setHeader("content-type", "text/html").end("<h1>Back in the app</h1>")
  })
  readonly returned: URLSearchParams[] = []
  clientId = ""

  constructor(readonly api: APIRequestContext) {}

  get redirectUri() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/callback`
  }

  async register(name: string) {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done))
    const data = { client_name: name, redirect_uris: [this.redirectUri], token_endpoint_auth_method: "none" }
    this.clientId = (await (await this.api.post("/oauth/register", { data })).json()).client_id
    return this
  }

  authorizationPath(more: Record<string, string> = {}) {
    const code_challenge = createHash("sha256").update(this.#verifier).digest("base64url")
    const request = { client_id: this.clientId, redirect_uri: this.redirectUri, response_type: "code", state: "s" }
    return `/oauth/authorize?${new URLSearchParams({ ...request, code_challenge, code_challenge_method: "S256", ...more })}`
  }

  /** Exchanges the code of the last return. */
  async tokens() {
    const code = this.returned.at(-1)?.get("code") ?? ""
    const form = { grant_type: "authorization_code", client_id: this.clientId, code, code_verifier: this.#verifier }
    return (await this.api.post("/oauth/token", { form })).json()
  }

  /** Lists the tools over MCP. Returns the HTTP status. */
  callEndpoint(token: string) {
    return this.#post(token, { method: "tools/list" })
  }

  callTool(token: string, name: string) {
    return this.#post(token, { method: "tools/call", params: { name, arguments: {} } })
  }

  async #post(token: string, message: object) {
    const headers = { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" }
    const data = { jsonrpc: "2.0", id: 1, ...message }
    return (
      await this.api.post("/mcp", { headers: { ...headers, "mcp-protocol-version": "2025-11-25" }, data })
    ).status()
  }

  close() {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

export const allow = (page: Page) => page.getByRole("button", { name: "Allow access" }).click()
