/** Serves the metadata of the MCP endpoint (RFC 9728), at the path for the whole origin. */
import { protectedResourceMetadata } from "@/server/oauth/metadata"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { protectedResourceMetadata as GET, protectedResourceMetadata as OPTIONS }
