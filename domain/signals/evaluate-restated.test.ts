import { randomInt } from "node:crypto"
import { expect, it } from "vitest"
import { listSyncs } from "@/domain/data-sources/list-syncs"
import { syncNow } from "@/domain/data-sources/sync-now"
import { processSync } from "@/domain/data-sources/syncs/process-sync"
import { connectedSource, fakesForTest } from "@/domain/data-sources/testing/connected"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { addDays } from "@/domain/metrics/calendar"
import { asKey } from "@/domain/testing/team"
import { inTeam } from "@/prisma/client"
import { evaluateClient } from "./evaluate-client"
import { listSignals } from "./list"

/** A Meta account with 20 days, of which the last three can still change. */
async function syncedAccount() {
  const { meta_ads: fake } = await fakesForTest()
  fake.world.accounts = fake.world.accounts.map((one) => ({ ...one, id: `${one.id}${randomInt(1_000_000_000)}` }))
  const { team, ctx, client, source } = await connectedSource("meta_ads", fake.world.accounts[0]?.id ?? "", {
    history_days: 20,
  })
  const newest = async () => (await run(listSyncs, ctx, { data_source_id: source.id })).data[0]
  const work = async () => processSync((await newest())?.id ?? "", new Deadline(3_600_000))
  const syncAgain = async () => {
    await run(syncNow, ctx, { data_source_id: source.id })
    await work()
  }
  const restated = async (hours = 0) => {
    const at = new Date(Date.now() + hours * 3_600_000)
    await inTeam(team.id, () => evaluateClient(team.id, client.id, at))
    const { data } = await run(listSignals, asKey(team), { status: ["open", "resolved"] } as never)
    return data.filter(({ type }) => type === "data_restated")
  }
  await work()
  return { fake, source, syncAgain, restated, newest }
}

it("a sync that moves final values by more than 5% creates one signal for each metric", async () => {
  const { fake, source, syncAgain, restated, newest } = await syncedAccount()
  fake.world.factor = 1.2
  await syncAgain()
  await syncAgain()
  const signals = await restated()
  const through = addDays((await newest())?.window_to ?? "", -3)
  expect(signals.map(({ subject }) => subject.metric_id).sort()).toEqual(["ad_clicks", "ad_conversions", "ad_spend"])
  expect(signals.find(({ subject }) => subject.metric_id === "ad_spend")).toMatchObject({
    severity: "info",
    status: "open",
    direction: "up",
    subject: { kind: "metric", data_source_id: source.id },
    period: { from: addDays(through, -16), to: through },
  })
  expect(await restated()).toHaveLength(signals.length)
})

it("a sync that changes only days that are not final creates no such signal", async () => {
  const { fake, syncAgain, restated, newest } = await syncedAccount()
  fake.world.quietDays.add((await newest())?.window_to ?? "")
  await syncAgain()
  expect(await restated()).toEqual([])
})

it("a signal about restated values ends three days later", async () => {
  const { fake, syncAgain, restated } = await syncedAccount()
  fake.world.factor = 2
  await syncAgain()
  const signals = await restated()
  expect(signals.length).toBeGreaterThan(0)
  await restated(73)
  expect((await restated(74)).map(({ status }) => status)).toEqual(signals.map(() => "resolved"))
})
