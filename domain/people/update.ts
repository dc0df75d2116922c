/** Changes the signed-in user's name. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { person, personName, requirePerson } from "./person"

export const updatePerson = defineOperation({
  id: "people.update",
  summary: "Change your name",
  audience: "person",
  kind: "mutation",
  input: z.strictObject({ name: personName() }),
  output: person,
  async handle({ actor }, { name }) {
    await prisma.user.update({ where: { id: actor.id }, data: { name } })
    return { data: await requirePerson(actor.id) }
  },
})
