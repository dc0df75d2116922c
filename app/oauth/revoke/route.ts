/** The OAuth revocation endpoint (RFC 7009). */
import { revocationEndpoint } from "@/server/oauth/token"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { revocationEndpoint as OPTIONS, revocationEndpoint as POST }
