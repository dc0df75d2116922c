/** MCP as Next's route: the same function that the product's server mounts in front of Next. */
import { mcp } from "@/server/mcp"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { mcp as DELETE, mcp as GET, mcp as OPTIONS, mcp as POST }
