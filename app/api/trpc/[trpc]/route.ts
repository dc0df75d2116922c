/** The tRPC route for calls from the browser. */
import { trpcHandler } from "@/server/trpc/handler"

export { trpcHandler as GET, trpcHandler as POST }
