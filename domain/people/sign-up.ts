/** Creates an account with a password and, if the user names one, a team. */
import { z } from "zod"
import { Problem } from "@/domain/kernel/errors"
import { emailInput } from "@/domain/kernel/fields"
import { id, newId } from "@/domain/kernel/ids"
import { rateLimitKeyOf } from "@/domain/kernel/network"
import { defineOperation } from "@/domain/kernel/operation"
import { createTeamWithOwner, teamName } from "@/domain/teams/create-team-with-owner"
import { tokenInput } from "@/domain/teams/invitation"
import { prisma } from "@/prisma/client"
import { countAttempts } from "./attempt-limit"
import { hashPassword } from "./password"
import { isTaken, newPassword, personName } from "./person"
import { invitationUsed, requireSignUpPermission } from "./sign-up-permission"

export const signUp = defineOperation({
  id: "people.signUp",
  summary: "Create an account and a team",
  audience: "public",
  kind: "mutation",
  input: z.strictObject({
    name: personName(),
    email: emailInput(),
    password: newPassword(),
    team_name: teamName()
      .optional()
      .meta({ description: "The name of the new team. Omit it to join another team by invitation." }),
    invitation: tokenInput().optional().meta({
      description: "The last part of an invitation link. Required if the operator only allows sign-up by invitation.",
    }),
  }),
  output: z.object({ person_id: id("user"), team_slug: z.string().nullable() }),
  fails: ["sign_up_closed", "already_exists"],
  async handle(ctx, { name, email, password, team_name, invitation = null }) {
    await countAttempts([{ policy: "sign_up", id: rateLimitKeyOf(ctx.origin.ip) }])
    const { invitation_id } = await requireSignUpPermission({ email, isEmailProven: false, invitation }, ctx.now())
    const person = {
      id: newId("user"),
      name,
      email,
      password_hash: await hashPassword(password),
      invitation_id,
      created_at: ctx.now(),
    }
    try {
      const team = await prisma.$transaction(async (tx) => {
        await tx.user.create({ data: person })
        return team_name === undefined
          ? null
          : createTeamWithOwner(tx, { ...ctx, actor: { kind: "person", ...person } }, team_name)
      })
      return { data: { person_id: person.id, team_slug: team?.slug ?? null } }
    } catch (error) {
      if (isTaken(error, "invitation_id")) throw invitationUsed()
      if (isTaken(error, "email")) throw emailTaken()
      throw error
    }
  },
})

function emailTaken() {
  const detail = "An account with this email address already exists. Sign in instead."
  return new Problem("already_exists", detail, { errors: [{ parameter: "email", code: "already_exists", detail }] })
}
