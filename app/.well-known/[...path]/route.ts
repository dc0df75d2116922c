/** Responds with 404 to every other well-known path. */
import { noMetadata } from "@/server/oauth/metadata"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { noMetadata as GET, noMetadata as OPTIONS }
