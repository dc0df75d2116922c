/** Settings of a brand: its name, aliases, negative aliases and sites. */
import { parse } from "tldts"
import { z } from "zod"
import { normalizeName } from "@/domain/answers/extraction/normalized-text"
import { Problem } from "@/domain/kernel/errors"
import { singleLineText } from "@/domain/kernel/fields"
import { escapeLike, withoutTrailing } from "@/domain/kernel/text"
import type { Prisma } from "@/prisma/client"

const names = (what: string) =>
  z
    .array(singleLineText(120))
    .max(50)
    .transform((names) => [...new Map(names.map((name) => [normalizeName(name), name])).values()])
    .meta({ description: what })

/** People paste addresses, so everything but the host is removed: the scheme, a port, a query, the user of an email. */
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .transform((text) =>
    text
      .replace(/^https?:\/\//, "")
      .split(/[/:?#]/, 1)
      .join()
      .replace(/^[^@]*@/, "")
      .replace(/^www\./, ""),
  )
  .refine((host) => parse(host).domain !== null, { error: "is not a domain, such as example.com" })

const domainPath = z
  .string()
  .trim()
  .max(500)
  .transform((text) => withoutTrailing(text.replace(/^https?:\/\//i, "").replace(/^www\./i, ""), "/"))
  .refine((path) => path.includes("/") && parse(path).domain !== null, {
    error: "is not host/path, such as github.com/acme",
  })

export const brandSettings = {
  name: singleLineText(120),
  aliases: names("Other names of the brand, by which it is also found."),
  negative_aliases: names("Texts that contain the brand's name but mean something else, such as Apple Valley."),
  everyday_word: z.boolean().nullable().meta({
    description:
      "`true`: the name is an everyday word and counts only where it is used as a name. `false`: it always counts. `null`: a list of everyday words decides.",
  }),
  domains: z.array(domain).max(50).meta({ description: "The brand's domains. Subdomains are included." }),
  domain_paths: z.array(domainPath).max(50).meta({
    description: "The brand's pages on sites that several brands share, as host and path, such as github.com/acme.",
  }),
}

/** Throws when another brand of the project has this name. The caller must hold the project's lock. */
export async function requireFreeName(
  tx: Prisma.TransactionClient,
  { teamId, projectId, name, exceptId = "" }: { teamId: string; projectId: string; name: string; exceptId?: string },
) {
  const existing = await tx.aiBrand.findFirst({
    where: {
      team_id: teamId,
      project_id: projectId,
      name: { equals: escapeLike(name), mode: "insensitive" },
      id: { not: exceptId },
    },
    select: { id: true, kind: true },
  })
  if (!existing) return
  const detail = `This project already has a brand named ${name}${existing.kind === "ignored" ? ", which is ignored" : ""}.`
  throw new Problem("already_exists", detail, {
    errors: [{ parameter: "name", code: "already_exists", detail }],
    extra: { brand_id: existing.id },
  })
}
