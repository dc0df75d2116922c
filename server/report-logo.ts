/**
 * Serves the logo of a team's reports: to members of the team, and to visitors with a share link. The address contains
 * the hash of the file, so browsers may store the response, and a new logo has a new address.
 */
import "server-only"
import { asProblem } from "@/domain/kernel/errors"
import { logInternalError } from "./log-internal-error"
import { loadVisitor } from "./visit"

type Api = Awaited<ReturnType<typeof loadVisitor>>["api"]
type File = Awaited<ReturnType<Api["reports"]["getLogo"]>>["data"]
type Params<Name extends string> = { params: Promise<Record<Name, string>> }

export async function teamLogo(_request: Request, { params }: Params<"team" | "hash">): Promise<Response> {
  const { team, hash } = await params
  return serveLogo(team, (api) => api.reports.getLogo({ hash }))
}

export async function sharedLogo(_request: Request, { params }: Params<"token" | "hash">): Promise<Response> {
  const { token, hash } = await params
  return serveLogo(null, (api) => api.reports.getSharedLogo({ token, hash }))
}

async function serveLogo(teamSlug: string | null, read: (api: Api) => Promise<{ data: File }>): Promise<Response> {
  const { api } = await loadVisitor(teamSlug)
  try {
    const { type, content } = (await read(api)).data
    const headers = {
      ...securityHeaders,
      "Content-Type": type,
      "Cache-Control": "private, max-age=31536000, immutable",
    }
    return new Response(new Uint8Array(Buffer.from(content, "base64")), { headers })
  } catch (thrown) {
    const problem = asProblem(thrown)
    logInternalError(problem, {}, "a logo could not be read")
    return new Response(null, {
      status: problem.status,
      headers: { ...securityHeaders, ...problem.headers, "Cache-Control": "no-store" },
    })
  }
}

/** Browsers use the file only as an image of its type, and only on pages of this installation. */
const securityHeaders = { "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin" }
