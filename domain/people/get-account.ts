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
    needs_current_password: z.boolean().meta({ description: "A new password needs the current one." }),
  }),
  example: { ...examplePerson, needs_current_password: true },
  async handle(ctx) {
    const found = await findPerson(sql`u.id = ${ctx.actor.id}`)
    if (!found) throw notFound("person")
    return { data: { ...found, needs_current_password: found.has_password && !(await isFreshFromLink(ctx)) } }
  },
})
