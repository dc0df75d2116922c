/** Validates and generates team slugs, the first part of a team's URLs: /bergamo-digital. */
import { z } from "zod"
import { type Prisma, rowsIn, sql } from "@/prisma/client"

/** First path segments that are, or may become, pages of the product. */
const reserved = new Set(
  `account admin api auth billing docs docs-markdown favicon.ico health healthz help home inngest invitations login logout mcp metrics new-team oauth
  operator privacy readyz robots.txt settings shared sign-in sign-out sign-up signup start static status support suspended team teams terms www`.split(
    /\s+/,
  ),
)

export const slugInput = () =>
  z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/, "needs lowercase letters, digits and hyphens, at most 48")
    .refine((slug) => !reserved.has(slug), { error: "is reserved by Signalbox" })
    .meta({ description: "The team's part of the URL.", examples: ["bergamo-digital"] })

/** Returns a free slug for `name`. A lock serializes concurrent calls, so each gets a different slug. */
export async function freeSlug(tx: Prisma.TransactionClient, name: string): Promise<string> {
  const preferred = slugFrom(name)
  await tx.$executeRaw(sql`select pg_advisory_xact_lock(hashtext('team-slug'))`)
  const taken = await rowsIn(
    tx,
    slugRow,
    sql`select slug from team where slug = ${preferred} or slug ~ ${`^${preferred}-[0-9]+$`}`,
  )
  const takenSlugs = new Set(taken.map(({ slug }) => slug))
  if (!takenSlugs.has(preferred)) return preferred
  let number = 2
  while (takenSlugs.has(`${preferred}-${number}`)) number++
  return `${preferred}-${number}`
}

/** Removes accents and joins words with hyphens. */
export function slugFrom(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  const slug = plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-|-$/g, "")
  return !slug || reserved.has(slug) ? `team-${slug}`.replace(/-$/, "") : slug
}

const slugRow = z.object({ slug: z.string() })
