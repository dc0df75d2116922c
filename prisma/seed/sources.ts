/** Creates the demo clients' data sources and their data: fifteen months until yesterday in each client's time zone. */
import { type Fact, writeFacts } from "@/domain/data-sources/facts/write-facts"
import { newId } from "@/domain/kernel/ids"
import {
  addDays,
  addMonths,
  dayIn,
  daysBetween,
  firstOfMonth,
  firstOfWeek,
  startOfDay,
} from "@/domain/metrics/calendar"
import { type Provider, providerLabels } from "@/domain/metrics/provider"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import { prisma } from "../client"
import type { SeedClient } from "./clients"
import { daysNeverImported, type ImportedSource, seedImports } from "./imports"
import { adFacts, searchFacts } from "./paid-and-search-facts"
import { foundedAt } from "./team"
import { type DayFact, websiteFacts } from "./website-facts"

/** `today`: in the time zone of the client. */
type Source = {
  id: string
  client: SeedClient
  provider: Provider
  account: string
  today: string
  facts(day: string): DayFact[]
}

const months = 15
/** The sources of a paused client stopped this many days ago. */
const pausedDaysAgo = 40

export async function seedSources(teamId: string, clients: SeedClient[], now: Date) {
  const sources = clients.filter((c) => c.profile.dailySessions > 0).flatMap((client) => sourcesOf(client, now))
  await prisma.dataSource.createMany({
    data: sources.map(({ id, client, provider, account }) => ({
      id,
      team_id: teamId,
      client_id: client.id,
      provider,
      account_id: account,
      display_name: `${providerLabels[provider]} (sample)`,
      account_name: client.name,
      account_timezone: client.profile.timezone,
      account_currency: client.profile.currency,
      created_at: foundedAt(now),
      updated_at: foundedAt(now),
    })),
  })
  await writeFacts(teamId, factsOf(sources), now)
  const imported = sources.map((source, n) => importedSource(source, n, now))
  for (const { id, lastImportAt: at } of imported)
    await prisma.dataSource.updateMany({ where: { id }, data: { last_success_at: at, last_attempt_at: at } })
  await seedImports(teamId, imported, now)
  const paused = clients.filter((c) => c.profile.status === "paused").map((c) => c.id)
  await prisma.dataSource.updateMany({
    where: { team_id: teamId, client_id: { in: paused } },
    data: { status: "paused" },
  })
}

/** Each source has a last import of its own in the last hours, after the last day of its data. */
function importedSource({ id, provider, client, today }: Source, n: number, now: Date): ImportedSource {
  const { timezone } = client.profile
  const { last } = daysOf(client, today)
  const minutesAgo = (n + 1) * 17
  const atLatest = Math.max(startOfDay(timezone, today).getTime(), now.getTime() - minutesAgo * 60_000)
  const daysAgo = daysBetween(last, addDays(today, -1))
  return { id, provider, timezone, lastDay: last, lastImportAt: new Date(atLatest - daysAgo * 86_400_000) }
}

/** The first and the last day with data. */
const daysOf = (client: SeedClient, today: string) => ({
  first: firstOfMonth(addMonths(today, -months)),
  last: addDays(today, client.profile.status === "paused" ? -pausedDaysAgo : -1),
})

function sourcesOf(client: SeedClient, now: Date): Source[] {
  const { profile } = client
  const today = dayIn(profile.timezone, now)
  const random = seededRandom(profile.slug)
  const source = (provider: Provider, account: string, facts: Source["facts"]): Source => ({
    id: newId("dataSource"),
    client,
    provider,
    account,
    today,
    facts,
  })
  return [
    source("ga4", `properties/${profile.slug}`, (day) => websiteFacts(profile, day, today, random)),
    ...(profile.dailySearchClicks > 0
      ? [source("search_console", `sc-domain:${client.domain}`, (day) => searchFacts(profile, day, today, random))]
      : []),
    ...profile.ads.map((ads) => source(ads.provider, ads.account, (day) => adFacts(ads, profile, day, today, random))),
  ]
}

function* factsOf(sources: Source[]): Iterable<Fact> {
  for (const { id, client, provider, today, facts } of sources) {
    const { first: from, last } = daysOf(client, today)
    const neverImported = daysNeverImported(today, provider, client.profile.slug)
    const known = { client_id: client.id, data_source_id: id }
    const usersByPeriod = new Map<string, number>()
    for (let n = 0; n <= daysBetween(from, last); n++) {
      const date = addDays(from, n)
      // Also called for days without a file, because each call draws random numbers. The other days then stay the same.
      const ofDay = facts(date)
      if (neverImported.includes(date)) continue
      for (const { dims = {}, ...fact } of ofDay) {
        const currency = isMoney.has(fact.metric_id) ? client.profile.currency : null
        yield { ...known, ...fact, dims, date, currency }
        if (fact.metric_id === "users") addUsers(usersByPeriod, date, fact.value)
      }
    }
    for (const fact of usersOfPeriods(usersByPeriod, from, last)) yield { ...known, ...fact, dims: {}, currency: null }
  }
}

const isMoney = new Set(["revenue", "ad_spend", "ad_conversion_value"])

/** Users of a week or month, as a share of the sum of its daily users. */
const weeklyShare = 0.79
const monthlyShare = 0.62

/** Counts the users of weeks and months. A user who visits on several days counts once per period. */
function addUsers(usersByPeriod: Map<string, number>, date: string, users: number) {
  const add = (key: string, share: number) => usersByPeriod.set(key, (usersByPeriod.get(key) ?? 0) + users * share)
  add(`week ${firstOfWeek(date, 1)}`, weeklyShare)
  add(`month ${firstOfMonth(date)}`, monthlyShare)
}

/** Returns complete weeks and months only, because the users of incomplete ones are not known yet. */
function usersOfPeriods(usersByPeriod: Map<string, number>, from: string, last: string) {
  return [...usersByPeriod].flatMap(([key, value]) => {
    const [grain, date] = key.split(" ") as ["week" | "month", string]
    const end = grain === "week" ? addDays(date, 6) : addDays(addMonths(date, 1), -1)
    return date >= from && end <= last ? [{ metric_id: "users", value: Math.round(value), date, grain }] : []
  })
}
