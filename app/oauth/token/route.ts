/** The OAuth token endpoint. */
import { tokenEndpoint } from "@/server/oauth/token"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { tokenEndpoint as OPTIONS, tokenEndpoint as POST }
