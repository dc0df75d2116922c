/** Validates the settings of a client that users can change, and derives values from them. */
import { parse } from "tldts"
import { z } from "zod"
import { Problem } from "@/domain/kernel/errors"
import { currencyInput, timezoneInput, withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { type Prisma, raw, rowsIn, sql } from "@/prisma/client"
import { type ClientRow, client } from "./client"

/** Pro includes MCP too, but only the plans for agencies include tools that create and change clients. */
export const clientToolPlans = ["agency", "scale"] as const

/** An optional text field. Null stores nothing. */
const text = (max: number) => z.string().trim().min(1).max(max).nullable()

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .refine((host) => parse(host).hostname === host && parse(host).domain !== null, {
    error: "is not a domain, such as example.com",
  })

const website = z
  .url({ protocol: /^https?$/, error: "is not a web address, such as https://example.com" })
  .max(2_048)
  .nullable()

export const clientName = z.string().transform(withoutUnstorableCharacters).pipe(z.string().trim().min(1).max(120))

export const clientSettings = {
  name: clientName,
  website_url: website,
  domains: z.array(domain).max(50).meta({ description: "The client's domains. The first one is the primary domain." }),
  industry: text(80),
  timezone: timezoneInput()
    .nullable()
    .meta({ description: "The client's IANA time zone. `null` for the team's time zone." }),
  currency: currencyInput()
    .nullable()
    .meta({ description: "The client's ISO 4217 currency code. `null` for the team's currency." }),
  external_id: text(200).meta({ description: "Your own ID for the client, for example from your CRM." }),
  tags: z
    .array(z.string().trim().min(1).max(40))
    .max(20)
    .transform((tags) => [...new Set(tags)]),
}

/** The domain that lists show: the first of the client's domains, or the host of its website. */
export function primaryDomain({ domains, website_url }: Pick<ClientRow, "domains" | "website_url">) {
  if (domains[0]) return domains[0]
  return website_url ? new URL(website_url).hostname.replace(/^www\./, "") : null
}

/** Without timestamps, which `rowsIn` returns as Date, unlike the schema of a client. */
const lockedClient = client.omit({ created_at: true, updated_at: true, archived_at: true })
const lockedColumns = raw(Object.keys(lockedClient.shape).join())

/** Locks the client until the transaction ends. Returns undefined when the team has no such client. */
export async function lockClient(tx: Prisma.TransactionClient, teamId: string, clientId: string) {
  const [found] = await rowsIn(
    tx,
    lockedClient,
    sql`select ${lockedColumns} from client where team_id = ${teamId} and id = ${clientId} for update`,
  )
  return found
}

/** Throws when the client is archived. An archived client keeps its metrics and reports, and can only be restored. */
export function requireNotArchived({ status }: Pick<ClientRow, "status">) {
  if (status === "archived")
    throw new Problem("state_conflict", "This client is archived. Restore it before you change it.")
}
