/** Ends every session of the signed-in user, including the current one. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"

export const signOutEverywhere = defineOperation({
  id: "people.signOutEverywhere",
  summary: "End all sessions",
  audience: "person",
  kind: "mutation",
  input: z.strictObject({}),
  output: z.object({ session_version: z.int() }),
  async handle({ actor }) {
    const { session_version } = await prisma.user.update({
      where: { id: actor.id },
      data: { session_version: { increment: 1 } },
    })
    return { data: { session_version } }
  },
})
