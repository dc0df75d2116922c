/** Before every page: notes the address, so that signing in can lead back to it. */
import { type NextRequest, NextResponse } from "next/server"
import { pathHeader } from "@/server/path-header"

export function proxy(request: NextRequest) {
  const headers = new Headers(request.headers)
  headers.set(pathHeader, request.nextUrl.pathname + request.nextUrl.search)
  return NextResponse.next({ request: { headers } })
}

export const config = { matcher: ["/((?!api/|_next/|favicon|icon).*)"] }
