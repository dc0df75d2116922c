/** Serves the public keys of a team's webhooks (v1a). */
import { jwks } from "@/server/jwks"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { jwks as GET }
