/** The route at which an Inngest server registers and calls the background functions. */
export { serveFunctions as GET, serveFunctions as POST, serveFunctions as PUT } from "@/inngest"

export const dynamic = "force-dynamic"
