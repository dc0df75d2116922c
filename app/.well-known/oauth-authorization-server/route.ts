/** Serves the metadata of the authorization server (RFC 8414). */
import { authorizationServerMetadata } from "@/server/oauth/metadata"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { authorizationServerMetadata as GET, authorizationServerMetadata as OPTIONS }
