/** The route where an Inngest server registers and calls the functions. */
export { answerServer as GET, answerServer as POST, answerServer as PUT } from "@/inngest"

export const dynamic = "force-dynamic"
