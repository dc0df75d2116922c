/** The registration endpoint (RFC 7591), and the address at which an app reads its registration (RFC 7592). */
import "server-only"
import { readRegistration, registerClient } from "@/domain/connections/oauth/register-client"
import { baseUrl } from "@/domain/kernel/base-url"
import { withCors } from "./cors"
import { readJson } from "./form"
import { chargeOauthRequest } from "./limits"

const registrationUri = (clientId: string) => `${baseUrl()}/oauth/register/${clientId}`

export const registrationEndpoint = withCors("POST", async (request) => {
  await chargeOauthRequest(request, "register")
  const registration = await registerClient(await readJson(request), new Date())
  const body = { ...registration, registration_client_uri: registrationUri(registration.client_id) }
  return Response.json(body, { status: 201 })
})

export const registrationReader = withCors("GET", async (request, { client = "" }) => {
  await chargeOauthRequest(request, "token", client)
  const [, token = ""] = /^bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? []
  const registration = await readRegistration(client, token)
  if (registration) return Response.json({ ...registration, registration_client_uri: registrationUri(client) })
  const headers = { "WWW-Authenticate": 'Bearer error="invalid_token"' }
  return Response.json({ error: "invalid_token" }, { status: 401, headers })
})
