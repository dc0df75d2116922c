/** Finds or creates the engines that a file names, in the engine table that all teams share. */
import { createHash } from "node:crypto"
import { z } from "zod"
import { engineConfigHash } from "@/domain/ai-engines/engine"
import { importedEngineName } from "@/domain/ai-engines/engine-names"
import { normalizeName } from "@/domain/answers/extraction/normalized-text"
import { type Prisma, rowsIn, sql } from "@/prisma/client"

export type FileEngine = { id: string; configHash: string }

/**
 * Maps names in the file to engines. Display names are derived from the slug, so that no team sees text written by
 * another team.
 */
export async function findOrCreateEngines(
  tx: Prisma.TransactionClient,
  names: Iterable<string>,
): Promise<Map<string, FileEngine>> {
  const engines = new Map<string, FileEngine>()
  for (const name of names) engines.set(name, { id: await engineId(tx, slugOf(name)), configHash })
  return engines
}

const configHash = engineConfigHash({ surface: "import", model: null, model_version: null, web_search: true })

/**
 * An engine that scans ask keeps its id. An engine of the same name in a file is a different engine and gets a suffix.
 */
async function engineId(tx: Prisma.TransactionClient, slug: string): Promise<string> {
  const [engine] = await rowsIn(tx, surfaceRow, sql`select surface from ai_engine where id = ${slug}`)
  const id = engine && engine.surface !== "import" ? `${slug}_import` : slug
  await tx.$executeRaw(
    sql`insert into ai_engine (id, name, surface) values (${id}, ${importedEngineName(slug)}, 'import') on conflict (id) do nothing`,
  )
  return id
}

/**
 * Derives the id from the name: "You.com" becomes "you_com". A name with letters that an id cannot have gets a hash in
 * their place, because names that differ only in these letters are different engines.
 */
function slugOf(name: string): string {
  const normalized = normalizeName(name)
  const slug = normalized.replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "")
  if (slug && !otherLetters.test(normalized)) return slug
  return `${slug.slice(0, maxReadableCharacters) || "engine"}_${createHash("sha256").update(normalized).digest("hex").slice(0, 8)}`
}

/** Leaves room for the hash and a suffix: filters accept ids of up to 60 characters. */
const maxReadableCharacters = 40

const otherLetters = /(?![a-z0-9])[\p{L}\p{N}]/u

const surfaceRow = z.object({ surface: z.string() })
