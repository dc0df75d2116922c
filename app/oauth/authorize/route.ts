/** The OAuth authorization endpoint, at which the consent of a user for an app starts. */
import { authorizationEndpoint } from "@/server/oauth/authorize"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { authorizationEndpoint as GET }
