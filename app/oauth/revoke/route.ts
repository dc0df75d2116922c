/** Revokes tokens for apps. */
import { revocationEndpoint } from "@/server/oauth/token"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { revocationEndpoint as OPTIONS, revocationEndpoint as POST }
