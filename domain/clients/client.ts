/** Defines a client of the agency: the company that reports, metrics and AI-visibility projects are about. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { createdAt, currencyCode, timestamp, updatedAt } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { rows, sql } from "@/prisma/client"

/**
 * A client can be paused and resumed, archived and restored. A restored client is active.
 *
 * `paused`: no scan starts. `archived`: no scan starts, nothing is imported, and settings cannot change. Everything
 * stays readable.
 */
export const clientStatuses = ["active", "paused", "archived"] as const

export const client = z
  .object({
    id: id("client"),
    name: z.string().meta({ description: "The name of the client." }),
    slug: z.string().meta({
      description:
        "A short name made from the client's first name in Signalbox. It never changes. Links contain the client's ID.",
    }),
    website_url: z.string().nullable().meta({ description: "The URL of the client's website." }),
    primary_domain: z
      .string()
      .nullable()
      .meta({ description: "The client's main domain: the first of `domains`, or the host of `website_url`." }),
    domains: z.array(z.string()).meta({ description: "The client's domains." }),
    industry: z.string().nullable().meta({ description: "The client's industry." }),
    timezone: z
      .string()
      .nullable()
      .meta({ description: "The client's IANA time zone. `null` if the team's time zone applies." }),
    currency: currencyCode()
      .nullable()
      .meta({ description: "The client's ISO 4217 currency code. `null` if the team's currency applies." }),
    status: z.enum(clientStatuses).meta({
      description:
        "The status of the client. A paused client starts no scans. An archived client also accepts no imports and no changes.",
    }),
    external_id: z.string().nullable().meta({ description: "Your own ID for the client, for example from your CRM." }),
    tags: z.array(z.string()).meta({ description: "The client's tags." }),
    logo_url: z.string().nullable().meta({ description: "The URL of the client's logo. `null` if there is none." }),
    created_at: createdAt(),
    updated_at: updatedAt(),
    archived_at: timestamp()
      .nullable()
      .meta({ description: "The time when the client was archived. `null` if it is not archived." }),
  })
  .meta({ id: "Client" })

/** A client as `rows` returns it. */
export type ClientRow = z.infer<typeof client>

export const clientColumns = sql`c.id, c.name, c.slug, c.website_url, c.primary_domain, c.domains, c.industry, c.timezone, c.currency, c.status,
  c.external_id, c.tags, c.logo_url, c.created_at, c.updated_at, c.archived_at`

/** Returns the client with this id in the team, or undefined. */
export async function findClient(teamId: string, clientId: string): Promise<ClientRow | undefined> {
  const [found] = await rows(
    client,
    sql`select ${clientColumns} from client c where c.team_id = ${teamId} and c.id = ${clientId}`,
  )
  return found
}

/** Returns the client with this id in the team. Throws `resource_not_found` if there is none. */
export async function requireClient(teamId: string, clientId: string): Promise<ClientRow> {
  const found = await findClient(teamId, clientId)
  if (!found) throw notFound("client")
  return found
}

export const exampleClient: ClientRow = {
  id: exampleId("client"),
  name: "Bergamo Bikes",
  slug: "bergamo-bikes",
  website_url: "https://bergamobikes.example",
  primary_domain: "bergamobikes.example",
  domains: ["bergamobikes.example"],
  industry: "Retail",
  timezone: "Europe/Rome",
  currency: "EUR",
  status: "active",
  external_id: "crm-4711",
  tags: ["retail", "italy"],
  logo_url: null,
  created_at: "2026-01-12T09:30:00.000Z",
  updated_at: "2026-11-02T16:04:11.201Z",
  archived_at: null,
}
