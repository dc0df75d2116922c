/**
 * Serves REST in development, where Next reloads changed code, and with SIGNALBOX_REST_MOUNT=next. Otherwise
 * server/front-server.ts serves REST, and requests do not reach Next.
 */
import { restFetchHandler } from "@/server/rest"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export {
  restFetchHandler as DELETE,
  restFetchHandler as GET,
  restFetchHandler as HEAD,
  restFetchHandler as OPTIONS,
  restFetchHandler as PATCH,
  restFetchHandler as POST,
  restFetchHandler as PUT,
}
