/** Redirects the browser back to the app, with a code or an error. */
import "server-only"
import { baseUrl } from "@/domain/kernel/base-url"

type Fields = { code?: string; error?: string; error_description?: string; state: string | null }

/**
 * Appends the fields to the query of the redirect URI. `iss` lets the app check which server responded, in case of an
 * error, too (RFC 9207).
 */
export function redirectToApp(redirectUri: string, { state, ...fields }: Fields): Response {
  const query = new URLSearchParams({ ...fields, ...(state !== null && { state }), iss: baseUrl() })
  const Location = `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${query}`
  const headers = { Location, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" }
  return new Response(null, { status: 303, headers })
}
