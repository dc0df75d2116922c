/** Creates an operator of the installation for a test. */
import { acrossTeams, prisma } from "@/prisma/client"
import { freshPerson } from "./person"

export async function freshOperator() {
  const person = await freshPerson({ name: "Olga Operator" })
  await acrossTeams(() => prisma.user.update({ where: { id: person.actor.id }, data: { is_operator: true } }))
  return person
}
