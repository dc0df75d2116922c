/** Finds the brands that the latest answers of a project name often, and keeps what was found. */
import { inTurns } from "@/domain/in-turns"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { knownSites } from "../extraction/known-sites"
import { type FoundMention, mentionFinder } from "../extraction/mentions"
import { brandCandidates, siteKey } from "./brand-candidates"
import { type Reading, readRuns } from "./capitalised-runs"
import type { StoredSuggestion } from "./suggestion"

export type StaleProject = { team_id: string; project_id: string; scan_id: string; scan_answers_n: number }

/** Read of the last scans together, the newest first. */
const mostAnswers = 3_000
const lastScans = 3
const mostSuggestions = 50
const fewestAnswers = 2
const mostExamples = 3

type Read = { id: string; engine: string; text: string }
type Site = { domain: string; answers_n: number }

/** Does not disturb others of this process for long. Doing it again changes nothing. */
export async function suggestBrands({ team_id, project_id, scan_id, scan_answers_n }: StaleProject): Promise<void> {
  await inTeam(team_id, async () => {
    const answers = await latestAnswers(team_id, project_id)
    const sites = await citedSites(team_id, project_id)
    const suggestions = await suggestionsOf(answers, sites, await knownNames(team_id, project_id))
    const found = { scan_id, scan_answers_n, read_n: answers.length, suggestions, computed_at: new Date() }
    await prisma.aiBrandSuggestions.upsert({
      where: { project_id },
      create: { team_id, project_id, ...found },
      update: found,
    })
  })
}

const latestAnswers = (teamId: string, projectId: string) =>
  rows<Read>(sql`
    with latest as (select id from scan where team_id = ${teamId} and project_id = ${projectId} and status in ('completed', 'partial')
      order by finished_at desc, id desc limit ${lastScans})
    select id, engine_id as engine, text from answer where team_id = ${teamId} and scan_id in (select id from latest) and engine_id <> 'sample'
    order by asked_at desc, id limit ${mostAnswers}`)

const citedSites = (teamId: string, projectId: string) =>
  rows<Site>(sql`
    select key as domain, answers_n from ai_source where team_id = ${teamId} and project_id = ${projectId} and listing = 'cited_domain'
    order by citations_n desc, key desc limit 5000`)

/** Tracked and ignored ones alike. */
const knownNames = async (team_id: string, project_id: string) =>
  prisma.aiBrand.findMany({ where: { team_id, project_id } })

type KnownBrand = Awaited<ReturnType<typeof knownNames>>[number]

/** Counted as they would be if they were tracked: beside the known brands, of which they may be a part. */
async function suggestionsOf(answers: Read[], sites: Site[], known: KnownBrand[]): Promise<StoredSuggestion[]> {
  const readings: Reading[] = []
  for await (const { text } of inTurns(answers)) readings.push(readRuns(text))
  const siteKeys = new Set(sites.map(({ domain }) => siteKey(domain)))
  const candidates = (await brandCandidates(readings, siteKeys)).slice(0, 2 * mostSuggestions)
  const isKnown = mentionFinder(known)
  const fresh = candidates.filter(({ name }) => isKnown(name).length === 0)
  const find = mentionFinder([
    ...known,
    ...fresh.map(({ key, name }) => ({ id: key, name, aliases: [], negative_aliases: [], domains: [] })),
  ])
  const named = new Map<string, { mention: FoundMention; answer: Read }[]>(fresh.map(({ key }) => [key, []]))
  for await (const answer of inTurns(answers))
    for (const mention of find(answer.text)) named.get(mention.brand_id)?.push({ mention, answer })
  return fresh
    .map(({ key, name }) => ({ key, name, in: named.get(key) ?? [] }))
    .filter((one) => one.in.length >= fewestAnswers)
    .sort((a, b) => b.in.length - a.in.length || (a.name < b.name ? -1 : 1))
    .slice(0, mostSuggestions)
    .map((one) => ({
      name: one.name,
      answers_n: one.in.length,
      engines: [...Map.groupBy(one.in, ({ answer }) => answer.engine)]
        .map(([engine, of]) => ({ engine, answers_n: of.length }))
        .sort((a, b) => b.answers_n - a.answers_n || (a.engine < b.engine ? -1 : 1)),
      examples: one.in.slice(0, mostExamples).map(({ answer, mention }) => ({
        answer_id: answer.id,
        engine: answer.engine,
        excerpt: mention.excerpt,
      })),
      domain: siteOf(one.key, sites),
    }))
}

/** The most cited site that bears the name, alone or with what companies put behind theirs: lucidmotors.com of Lucid. */
function siteOf(key: string, sites: Site[]): string | null {
  const own = sites.filter(({ domain }) => !knownSites.has(domain))
  const exact = own.find(({ domain }) => siteKey(domain) === key)
  const longer = own.find(({ domain }) => {
    const site = siteKey(domain)
    return site.startsWith(key) && behindNames.has(site.slice(key.length))
  })
  return (exact ?? longer)?.domain ?? null
}

const behindNames = new Set(
  `app bank bikes brand brands co cookware de eu global group health home hq inc international life motors official online outdoors shop sleep
  sports store tech travel uk us usa world`.split(/\s+/),
)
