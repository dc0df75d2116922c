/** Receives the form of the consent page. */
import { consentEndpoint } from "@/server/oauth/consent"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"

/** Passes only the parameters that Next allows. The endpoint has a third one, for tests. */
export const POST = (request: Request, route: { params: Promise<{ request: string }> }) =>
  consentEndpoint(request, route)
