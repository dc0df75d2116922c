/** Gets the signed-in user's account. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { sql } from "@/prisma/client"
import { isFreshFromLink } from "./change-password"
import { examplePerson, findPerson, person } from "./person"

export const getAccount = defineOperation({
  id: "people.getAccount",
  summary: "Get your account",
  audience: "person",
  kind: "query",
  input: z.strictObject({}),
  output: person.extend({
    needs_current_password: z
      .boolean()
      .meta({ description: "A new password and a new email address need the current password." }),
    needs_sign_in_link: z.boolean().meta({
      description: "The account has no password, so the user must sign in with a link before a new email address.",
    }),
  }),
  example: { ...examplePerson, needs_current_password: true, needs_sign_in_link: false },
  async handle(ctx) {
    const found = await findPerson(sql`u.id = ${ctx.actor.id}`)
    if (!found) throw notFound("person")
    const isFresh = await isFreshFromLink(ctx)
    return {
      data: {
        ...found,
        needs_current_password: found.has_password && !isFresh,
        needs_sign_in_link: !found.has_password && !isFresh,
      },
    }
  },
})
