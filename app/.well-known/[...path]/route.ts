/** Responds with 404 to every other well-known path. */
import { noMetadata } from "@/server/oauth/metadata"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"

/** Next would pass parameters of a type that the endpoint does not expect. */
const serve = (request: Request) => noMetadata(request)

export { serve as GET, serve as OPTIONS }
