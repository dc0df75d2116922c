/**
 * Serves REST in development, where Next reloads changed code. In production, the front server handles REST
 * (server/front-server.ts), and requests reach this route only with SIGNALBOX_REST_MOUNT=next.
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
