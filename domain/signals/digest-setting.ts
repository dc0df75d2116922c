/** Decides which members get the daily email of new signals. */
import { z } from "zod"
import { sql } from "@/prisma/client"

export const digestSetting = z.enum(["daily", "off"])

/** The setting of the membership `m`. Without a choice, owners and admins get the email. */
export const digestOfMember = sql`coalesce(m.signal_digest, case when m.role in ('owner', 'admin') then 'daily' else 'off' end)`
