/**
 * Serves MCP in development, where Next reloads changed code, and with SIGNALBOX_REST_MOUNT=next. Otherwise
 * server/front-server.ts serves MCP, and requests do not reach Next.
 */
import { mcp } from "@/server/mcp"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { mcp as DELETE, mcp as GET, mcp as OPTIONS, mcp as POST }
