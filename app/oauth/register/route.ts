/** The OAuth registration endpoint (RFC 7591). */
import { registrationEndpoint } from "@/server/oauth/register"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { registrationEndpoint as OPTIONS, registrationEndpoint as POST }
