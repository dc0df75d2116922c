/** Makes an account with a password and, unless the person joins another's, a team of their own. */
import { z } from "zod"
import { Problem } from "@/domain/errors"
import { exampleId, id, newId } from "@/domain/ids"
import { defineOperation } from "@/domain/operation"
import { foundTeam, teamName } from "@/domain/teams/found-team"
import { Prisma, prisma } from "@/prisma/client"
import { takeAttempt } from "./attempt-limit"
import { hashPassword } from "./password"
import { emailInput, newPassword, personName } from "./person"

export const signUp = defineOperation({
  id: "people.signUp",
  summary: "Make an account and a team",
  audience: "public",
  kind: "mutation",
  input: z.strictObject({
    name: personName(),
    email: emailInput(),
    password: newPassword(),
    team_name: teamName().optional().meta({ description: "Left out by someone who was invited into another's team" }),
  }),
  output: z.object({ person_id: id("user"), team_slug: z.string().nullable() }),
  example: { person_id: exampleId("user"), team_slug: "bergamo-digital" },
  async handle(ctx, { name, email, password, team_name }) {
    await takeAttempt("sign_up", ctx.origin.ip)
    const person = {
      id: newId("user"),
      name,
      email,
      password_hash: await hashPassword(password),
      created_at: ctx.now(),
    }
    try {
      const team = await prisma.$transaction(async (tx) => {
        await tx.user.create({ data: person })
        return team_name === undefined
          ? null
          : foundTeam(tx, { ...ctx, actor: { kind: "person", ...person } }, team_name)
      })
      return { data: { person_id: person.id, team_slug: team?.slug ?? null } }
    } catch (error) {
      if (isTaken(error)) throw emailTaken()
      throw error
    }
  },
})

const isTaken = (error: unknown) =>
  error instanceof Prisma.PrismaClientKnownRequestError &&
  error.code === "P2002" &&
  /email/.test(JSON.stringify(error.meta))

const emailTaken = () => {
  const detail = "There is an account with this e-mail already. Sign in instead."
  return new Problem("already_exists", detail, { errors: [{ parameter: "email", code: "already_exists", detail }] })
}
