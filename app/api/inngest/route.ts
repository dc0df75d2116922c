/** Where an Inngest server finds the functions and calls them. */
export { handle as GET, handle as POST, handle as PUT } from "@/inngest"

export const dynamic = "force-dynamic"
