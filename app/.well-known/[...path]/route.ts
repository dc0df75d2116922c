/** Responds with 404 to every other well-known path. */
import { unknownMetadata } from "@/server/oauth/metadata"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"

/** Does not pass on Next's second argument, because its type differs from the one that the endpoint declares. */
const serve = (request: Request) => unknownMetadata(request)

export { serve as GET, serve as OPTIONS }
