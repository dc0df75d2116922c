/** Lets an app read its registration (RFC 7592). */
import { registrationReader } from "@/server/oauth/register"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
export { registrationReader as GET, registrationReader as OPTIONS }
