/** Gets the signed-in user's account. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { sql } from "@/prisma/client"
import { examplePerson, findPerson, person } from "./person"

export const getAccount = defineOperation({
  id: "people.getAccount",
  summary: "Get your account",
  audience: "person",
  kind: "query",
  input: z.strictObject({}),
  output: person,
  example: examplePerson,
  async handle({ actor }) {
    const data = await findPerson(sql`u.id = ${actor.id}`)
    if (!data) throw notFound("person")
    return { data }
  },
})
