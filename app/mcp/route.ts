/**
 * Serves MCP in development, where Next reloads changed code, and with SIGNALBOX_REST_MOUNT=next. Otherwise
 * server/front-server.ts serves MCP, and requests do not reach Next.
 */
import { mcpFetchHandler } from "@/server/mcp"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { mcpFetchHandler as DELETE, mcpFetchHandler as GET, mcpFetchHandler as OPTIONS, mcpFetchHandler as POST }
