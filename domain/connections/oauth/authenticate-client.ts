/** Authenticates the app that calls the token or revocation endpoint. Public apps have an ID but no secret. */
import { timingSafeEqual } from "node:crypto"
import { findClient } from "./find-client"
import type { OauthClient } from "./oauth-client"
import { OauthError } from "./oauth-error"
import { hashOpaque } from "./opaque-token"

type Credentials = { id: string; secret: string | null }

/**
 * Returns the app. `authorization` is the value of the Authorization header. Throws `invalid_client` if the app is
 * unknown or its secret is wrong, and `invalid_request` if the request names two apps or secrets.
 */
export async function authenticateClient(
  form: URLSearchParams,
  authorization: string | null,
  now: Date,
): Promise<OauthClient> {
  const { id, secret } = credentialsIn(form, authorization)
  const client = await findClient(id, now)
  if (!client) throw new OauthError("invalid_client", "This server does not know the client. Register it again.")
  if (!isSecretValid(client, secret)) throw new OauthError("invalid_client", "The client's credentials are wrong.")
  return client
}

/** Returns the client ID in the request, which may be made up, or "" if there is none. */
export function clientIdIn(form: URLSearchParams, authorization: string | null): string {
  const id = form.get("client_id")
  if (id !== null || !isBasic(authorization)) return id ?? ""
  return basicCredentials(authorization)?.id ?? ""
}

/**
 * Basic and form are both accepted for a client with a secret, because apps do not always use the method that they
 * registered.
 */
function credentialsIn(form: URLSearchParams, authorization: string | null): Credentials {
  const id = form.get("client_id")
  const secret = form.get("client_secret")
  if (!isBasic(authorization)) {
    if (!id) throw new OauthError("invalid_client", "Send the client_id.")
    return { id, secret }
  }
  const basic = basicCredentials(authorization)
  if (!basic) throw new OauthError("invalid_client", "The Authorization header is not valid.")
  if (secret !== null) throw new OauthError("invalid_request", "Send the client's secret in one place only.")
  if (id !== null && id !== basic.id) throw new OauthError("invalid_request", "The request names two clients.")
  return basic
}

const isBasic = (authorization: string | null): authorization is string => /^basic /i.test(authorization ?? "")

/** ID and secret are form-encoded before they are joined (RFC 6749, section 2.3.1). */
function basicCredentials(authorization: string): Credentials | null {
  const text = Buffer.from(authorization.slice("basic ".length).trim(), "base64").toString("utf8")
  const at = text.indexOf(":")
  if (at <= 0) return null
  try {
    return { id: decodeFormPart(text.slice(0, at)), secret: decodeFormPart(text.slice(at + 1)) }
  } catch {
    return null
  }
}

const decodeFormPart = (part: string) => decodeURIComponent(part.replaceAll("+", " "))

function isSecretValid({ secretHash }: OauthClient, secret: string | null) {
  if (!secretHash) return secret === null || secret === ""
  return secret !== null && timingSafeEqual(hashOpaque(secret), secretHash)
}
