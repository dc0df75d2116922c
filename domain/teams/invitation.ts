/** Defines an invitation to a team: a link that works once, for seven days. Only a hash of its token is stored. */
import { createHash, randomBytes } from "node:crypto"
import { z } from "zod"
import { createdAt, timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { roles } from "@/domain/kernel/roles"
import { sql } from "@/prisma/client"

export const invitationDays = 7
/** Limit of open invitations per team. */
export const maxInvitations = 100

export const invitation = z.object({
  id: id("invitation"),
  email: z
    .string()
    .nullable()
    .meta({ description: "The invited email address. `null` if anyone with the link can accept the invitation." }),
  role: z.enum(roles),
  invited_by: z.string().nullable(),
  created_at: createdAt(),
  expires_at: timestamp(),
})

export const invitationColumns = sql`i.id, i.email, i.role, i.created_at, i.expires_at,
  (select u.name from "user" u where u.id = i.created_by) as invited_by`

/** Returns a token of 256 random bits. The link contains this token, and the table stores its hash. */
export const newToken = () => randomBytes(32).toString("base64url")
export const hashToken = (token: string) => createHash("sha256").update(token).digest()

export const tokenInput = () => z.string().max(100).meta({ description: "The last part of the link." })
