/** Ends one of the signed-in user's sessions. */
import { z } from "zod"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"

export const endSession = defineOperation({
  id: "people.endSession",
  summary: "End a session",
  description: "The next request of that session is rejected.",
  audience: "person",
  kind: "mutation",
  input: z.strictObject({ session_id: id("session") }),
  output: z.object({ id: id("session"), is_current: z.boolean() }),
  async handle({ actor }, { session_id }) {
    const { count } = await prisma.session.deleteMany({ where: { id: session_id, user_id: actor.id } })
    if (count === 0) throw new Problem("resource_not_found", "This session has already ended, or it is not yours.")
    return { data: { id: session_id, is_current: session_id === actor.session_id } }
  },
})
