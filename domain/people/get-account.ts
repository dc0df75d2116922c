/** Gets the signed-in user's account. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { sql } from "@/prisma/client"
import { findPerson, person } from "./person"
import { freshMinutes, hasSignedInRecently, missingProof } from "./prove-identity"

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
    needs_new_sign_in: z.boolean().meta({
      description:
        "The account has no password, so the user must sign in again before a first password and a new email address.",
    }),
    has_signed_in_recently: z.boolean().meta({
      description: `The session started in the last ${freshMinutes} minutes. Connecting an account of a provider needs this.`,
    }),
  }),
  async handle(ctx) {
    const found = await findPerson(sql`u.id = ${ctx.actor.id}`)
    if (!found) throw notFound("person")
    const missing = await missingProof(ctx, found.has_password)
    return {
      data: {
        ...found,
        needs_current_password: missing === "current_password",
        needs_new_sign_in: missing === "new_sign_in",
        has_signed_in_recently: await hasSignedInRecently(ctx.actor, ctx.now()),
      },
    }
  },
})
