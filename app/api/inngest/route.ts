/** Where an Inngest server finds the functions and calls them. */
export { answerServer as GET, answerServer as POST, answerServer as PUT } from "@/inngest"

export const dynamic = "force-dynamic"
