/** The route where an Inngest server registers and calls the functions. */
export { serveFunctions as GET, serveFunctions as POST, serveFunctions as PUT } from "@/inngest"

export const dynamic = "force-dynamic"
