import { expect, it, onTestFinished, vi } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, rows, sql } from "@/prisma/client"
import { Listener } from "./listener"
import { sendWakeUps, throttle } from "./wake-ups"

ownDatabase()

async function woken() {
  const listener = new Listener()
  onTestFinished(() => listener.close())
  const sent: { name: string; data: Record<string, string> }[] = []
  sendWakeUps(listener, async (event) => sent.push(event))
  await listener.open()
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  return sent
}

it("looks for due deliveries as soon as it starts listening", async () => {
  expect(await woken()).toEqual([{ name: "webhooks/due", data: {} }])
})

it("notifications within 50 ms wake twice: immediately, and when the 50 ms are over", () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let times = 0
  const wake = throttle(() => times++, 50)
  for (let call = 0; call < 20; call++) wake()
  expect(times).toBe(1)
  vi.advanceTimersByTime(50)
  expect(times).toBe(2)
  vi.advanceTimersByTime(500)
  expect(times).toBe(2)
})

it("sends an event with the notice's id once the notice is committed", async () => {
  const sent = await woken()
  const team = await freshTeam()
  const id = `ntc_${team.id}`
  await inTeam(team.id, () =>
    rows(sql`insert into webhook_notice (id, team_id, endpoint_id, kind, detail)
      values (${id}, ${team.id}, 'ep_1', 'gone', 'The receiver answered 410.')`),
  )
  await expect.poll(() => sent).toContainEqual({ name: "webhooks/noticed", id, data: { notice_id: id } })
})
