/**
 * Serves REST in development, where Next reloads changed code, and with SIGNALBOX_REST_MOUNT=next. Otherwise
 * server/front-server.ts serves REST, and requests do not reach Next.
 */
import { rest } from "@/server/rest"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { rest as DELETE, rest as GET, rest as HEAD, rest as OPTIONS, rest as PATCH, rest as POST, rest as PUT }
