/** REST as Next's route: the same function that the product's server mounts in front of Next. */
import { rest } from "@/server/rest"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { rest as DELETE, rest as GET, rest as HEAD, rest as OPTIONS, rest as PATCH, rest as POST, rest as PUT }
