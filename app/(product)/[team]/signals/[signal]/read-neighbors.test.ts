import { randomUUID } from "node:crypto"
import { afterEach, expect, it, vi } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { recordFindings } from "@/domain/signals/record-findings"
import { checkOf, foundNow } from "@/domain/signals/testing/findings"
import { freshClient } from "@/domain/testing/client"
import { freshTeam } from "@/domain/testing/team"
import { inTeam } from "@/prisma/client"
import type { OperationCaller } from "@/server/caller"
import { callerInTeam } from "@/server/testing/team-caller"
import { readNeighbors } from "./read-neighbors"

afterEach(() => vi.restoreAllMocks())

const none = { previous: null, next: null }

/** A team with a warning, a critical signal and an info signal, in this order. */
async function teamWithSignals() {
  const team = await freshTeam()
  const client = await freshClient(team)
  const record = (severity: "warning" | "critical" | "info", at: number) => {
    const found = foundNow({ severity, title: severity, dedupe_key: randomUUID() })
    return inTeam(team.id, () => recordFindings(checkOf(team, client), [found], new Date(at)))
  }
  const [warning = ""] = await record("warning", Date.now())
  await record("critical", Date.now() + 10)
  await record("info", Date.now() + 1_000)
  return { api: callerInTeam(team), warning }
}

it("applies the filters and the sort order of the URL", async () => {
  const { api, warning } = await teamWithSignals()
  const titlesFor = async (query: object) => {
    const { previous, next } = await readNeighbors(api, warning, query, "UTC")
    return [previous?.title, next?.title]
  }
  expect(await titlesFor({})).toEqual(["critical", "info"])
  expect(await titlesFor({ min_severity: "warning" })).toEqual(["critical", undefined])
  expect(await titlesFor({ sort: "period_to", cursor: "of another page" })).toEqual([undefined, "critical"])
})

it("returns no neighbors if the client of the filter no longer exists", async () => {
  const error = vi.spyOn(log, "error").mockReturnValue()
  const { api, warning } = await teamWithSignals()
  expect(await readNeighbors(api, warning, { client_id: newId("client") }, "UTC")).toEqual(none)
  expect(error).not.toHaveBeenCalled()
})

it("returns no neighbors and logs the error if the read fails", async () => {
  const error = vi.spyOn(log, "error").mockReturnValue()
  const bug = new Error("a bug")
  const api = { signals: { getNeighbors: () => Promise.reject(bug) } } as unknown as OperationCaller
  expect(await readNeighbors(api, newId("signal"), {}, "UTC")).toEqual(none)
  expect(error.mock.calls).toMatchObject([[{ err: bug }, "page request failed"]])
})
