/** Disconnects Google or GitHub from the signed-in user. The user must keep a password or another connected account. */
import { z } from "zod"
import { notFound, Problem } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, sql } from "@/prisma/client"
import { findPerson } from "./person"

export const disconnectAccount = defineOperation({
  id: "people.disconnectAccount",
  summary: "Disconnect a connected account",
  audience: "person",
  kind: "mutation",
  input: z.strictObject({ provider: z.enum(["google", "github"]) }),
  output: z.object({ provider: z.string() }),
  async handle({ actor }, { provider }) {
    const person = await findPerson(sql`u.id = ${actor.id}`)
    if (!person?.accounts.includes(provider)) throw notFound("connected account")
    if (!person.has_password && person.accounts.length === 1)
      throw new Problem("state_conflict", "Set a password first. Without it you could not sign in again.")
    await prisma.account.deleteMany({ where: { user_id: actor.id, provider } })
    return { data: { provider } }
  },
})
