/** Returns the details of an invitation to anyone who has its link. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { roles } from "@/domain/kernel/roles"
import { findInvitation, invitationGone } from "./find-invitation"
import { tokenInput } from "./invitation"

export const getInvitation = defineOperation({
  id: "teams.getInvitation",
  summary: "Get an invitation",
  audience: "public",
  kind: "query",
  input: z.strictObject({ token: tokenInput() }),
  output: z.object({
    team_name: z.string(),
    role: z.enum(roles),
    invited_by: z.string().nullable(),
    is_for_one_address: z.boolean().meta({
      description: "`true` if only the invited email address can accept the invitation, after it has been confirmed.",
    }),
  }),
  async handle(ctx, { token }) {
    const found = await findInvitation(token, ctx.now())
    if (!found) throw invitationGone()
    return { data: { ...found, is_for_one_address: found.email !== null } }
  },
})
