/**
 * Before every page: notes the address, so that signing in can lead back to it, and sets its Content-Security-Policy.
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
  headers.set(policyHeader, policy) // Next reads the nonce for its own scripts from here
  const response = NextResponse.next({ request: { headers } })
  response.headers.set(policyHeader, policy)
  return response
}

/** Whole names, so that a team called `icons` has the same policy as all others. */
export const config = { matcher: ["/((?!api/|mcp$|_next/|icon\\.svg$|favicon\\.ico$).*)"] }
