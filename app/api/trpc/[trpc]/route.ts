/** The browser's calls. */
import { trpcHandler } from "@/server/trpc/handler"

export { trpcHandler as GET, trpcHandler as POST }
