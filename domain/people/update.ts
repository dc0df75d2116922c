/** Changes the signed-in user's name. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, sql } from "@/prisma/client"
import { examplePerson, findPerson, person, personName } from "./person"

export const updatePerson = defineOperation({
  id: "people.update",
  summary: "Change your name",
  audience: "person",
  kind: "mutation",
  input: z.strictObject({ name: personName() }),
  output: person,
  example: examplePerson,
  async handle({ actor }, { name }) {
    await prisma.user.update({ where: { id: actor.id }, data: { name } })
    return { data: (await findPerson(sql`u.id = ${actor.id}`)) ?? examplePerson }
  },
})
