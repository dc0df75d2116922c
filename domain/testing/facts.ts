/** Creates data sources with facts for tests. A fact is the value of one metric on one day. */
import { type Fact, writeFacts } from "@/domain/data-sources/facts/write-facts"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { inTeam, type Prisma, prisma } from "@/prisma/client"

type Figures = Omit<Fact, "client_id" | "data_source_id" | "currency" | "dims"> & { dims?: Record<string, string> }

/** A source of `client` with exactly these facts. Returns the source's id. */
export async function freshSource(
  team: TeamFacts,
  client: { id: string },
  facts: Figures[],
  more: Partial<Prisma.DataSourceUncheckedCreateInput> = {},
): Promise<string> {
  const id = newId("dataSource")
  const source = {
    id,
    team_id: team.id,
    client_id: client.id,
    provider: "ga4",
    display_name: "Test source",
    account_id: id,
  }
  const { account_currency = "USD", ...others } = more
  await inTeam(team.id, () => prisma.dataSource.create({ data: { ...source, account_currency, ...others } }))
  const known = { client_id: client.id, data_source_id: id, currency: account_currency }
  await writeFacts(
    team.id,
    facts.map((fact) => ({ dims: {}, ...fact, ...known })),
    new Date(),
  )
  if (Object.keys(others).length > 0)
    await inTeam(team.id, () => prisma.dataSource.updateMany({ where: { team_id: team.id, id }, data: others }))
  return id
}
