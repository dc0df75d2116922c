/** Signing in and out. */
import { authHandler } from "@/server/auth/handler"

export { authHandler as GET, authHandler as POST }
