/** Serves a team's public ed25519 keys as a JWK Set. Receivers use them to verify v1a signatures of webhooks. */
import { jwks } from "@/server/jwks"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { jwks as GET }
