/** Receives the answer of the consent page. */
import { consentEndpoint } from "@/server/oauth/consent"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export const POST = (...call: Parameters<typeof answer>) => answer(...call)

/** Next passes no third argument. */
const answer = (request: Request, route: { params: Promise<{ request: string }> }) => consentEndpoint(request, route)
