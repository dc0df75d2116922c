/** Handles sign-in and sign-out. */
import { authHandler } from "@/server/auth/handler"

export { authHandler as GET, authHandler as POST }
