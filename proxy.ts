/**
 * Runs before every page. Passes the page's path on in a header, so that sign-in can lead back to it, and sets the
 * Content-Security-Policy.
 */
import { randomBytes } from "node:crypto"
import { type NextRequest, NextResponse } from "next/server"
import { contentSecurityPolicy, nonceHeader } from "@/server/content-security-policy"
import { pathHeader } from "@/server/path-header"
import { baseUrl } from "./domain/kernel/base-url"

const policyHeader = "Content-Security-Policy"

export function proxy(request: NextRequest) {
  const nonce = randomBytes(16).toString("base64")
  const isDev = process.env.NODE_ENV === "development"
  const path = request.nextUrl.pathname
  const policy = contentSecurityPolicy(nonce, { isDev, isHttps: baseUrl().startsWith("https:"), path })
  const headers = new Headers(request.headers)
  headers.set(pathHeader, request.nextUrl.pathname + request.nextUrl.search)
  headers.set(nonceHeader, nonce)
  // Next reads the nonce for its own scripts from the policy.
  headers.set(policyHeader, policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set(policyHeader, policy)
  return response
}

/** Matches all pages. The `$` after a name keeps the pages of a team such as `mcp-lab` in. */
export const config = { matcher: ["/((?!api/|mcp$|_next/|icon\\.svg$|favicon\\.ico$).*)"] }
