import { describe, expect, it } from "vitest"
import { sessions, spend } from "../testing/days"
import { detectRestated } from "./restated"
import { detectDisconnected, detectStale } from "./source-health"

const source = { id: "src_1", name: "Search Console, example.com" }

describe("a disconnected data source", () => {
  const find = (status: string, isByProvider: boolean) =>
    detectDisconnected(source, { status, since: "2026-02-09", isByProvider })

  it("is reported when it needs a new sign-in or when the provider disconnected it", () => {
    expect([find("reauth_required", false), find("disconnected", true)]).toEqual([expect.anything(), expect.anything()])
    expect([find("disconnected", false), find("connected", true), find("error", true)]).toEqual([null, null, null])
  })

  it("has a critical signal that says what to do", () => {
    expect(find("reauth_required", false)).toEqual({
      type: "data_source_disconnected",
      category: "data_health",
      severity: "critical",
      direction: "none",
      impact: "negative",
      title: "Search Console, example.com needs a new sign-in",
      summary:
        "Search Console, example.com has needed a new sign-in since 9 February and delivers no data until you reconnect it.",
      subject: { kind: "data_source", data_source_id: "src_1" },
      observed: { value: null, numerator: null, denominator: null, n: null },
      expected: { value: null, low: null, high: null },
      score: null,
      method: "connection_status.v1",
      evidence: { kind: "data_source", ids: ["src_1"], counts: {} },
      dedupe_key: "data_source_disconnected:src_1",
      period: { from: "2026-02-09", to: "2026-02-09" },
      baseline: null,
    })
    expect(find("disconnected", true)?.title).toBe("Search Console, example.com was disconnected by the provider")
  })
})

describe("a stale data source", () => {
  const lastSyncedAt = new Date("2026-02-09T23:30:00Z")
  const after = (hours: number) => new Date(lastSyncedAt.getTime() + hours * 3_600_000)
  const find = (hours: number) =>
    detectStale(source, { lastSyncedAt, frequencyHours: 24, timezone: "Europe/Rome" }, after(hours))

  it("is reported when its last successful sync is older than twice its interval", () => {
    expect([find(48), find(48.01)]).toEqual([null, expect.anything()])
  })

  it("has a signal with the time since that sync, in days of the time zone", () => {
    expect(find(60)).toMatchObject({
      type: "data_source_stale",
      severity: "warning",
      title: "Search Console, example.com has had no successful sync for 2.5 days",
      summary:
        "The last successful sync of Search Console, example.com ended 2.5 days ago, and a sync is usual every 24 h.",
      observed: { value: 60 },
      expected: { value: 24, low: 0, high: 48 },
      method: "data_age.v1",
      evidence: { kind: "data_source", ids: ["src_1"], counts: { age_hours: 60, frequency_hours: 24 } },
      period: { from: "2026-02-10", to: "2026-02-12" },
    })
  })
})

describe("restated values", () => {
  const find = (pairs: [number, number][]) =>
    detectRestated(
      sessions,
      pairs.map(([before, after], i) => ({ date: `2026-02-0${i + 1}`, before, after })),
    )

  it("are reported when they moved by more than 5%", () => {
    expect([find([[1_000, 1_050]]), find([[1_000, 1_051]]), find([[1_000, 949]])]).toEqual([
      null,
      expect.anything(),
      expect.anything(),
    ])
  })

  it("count moves in both directions", () => {
    expect(
      find([
        [500, 530],
        [500, 470],
      ]),
    ).toMatchObject({ direction: "none", evidence: { counts: { days: 2, moved: 60 } } })
  })

  it("of small totals are chance", () => {
    expect([find([[29, 20]]), find([[30, 20]]), find([[20, 30]]), find([[0, 500]])]).toEqual([
      null,
      expect.anything(),
      expect.anything(),
      expect.anything(),
    ])
    expect([find([]), detectRestated(spend, [{ date: "2026-02-01", before: 0, after: 0 }])]).toEqual([null, null])
  })

  it("have a signal with both totals", () => {
    expect(
      find([
        [600, 700],
        [400, 400],
      ]),
    ).toMatchObject({
      type: "data_restated",
      category: "data_health",
      severity: "info",
      direction: "up",
      impact: "neutral",
      method: "restatement.v1",
      title: "Sessions restated",
      summary:
        "The data source changed the values of 2 final days from 1 February to 2 February from 1,000 to 1,100 in total (10% moved).",
      observed: { value: 1_100 },
      expected: { value: 1_000, low: null, high: null },
      period: { from: "2026-02-01", to: "2026-02-02" },
      dedupe_key: "data_restated:sessions:::up",
    })
    expect(find([[0, 500]])?.summary).toMatch(/from 0 to 500 in total\.$/)
    const money = detectRestated(spend, [{ date: "2026-02-01", before: 2_000, after: 1_000 }])
    expect(money).toMatchObject({ direction: "down", summary: expect.stringContaining("$2,000 to $1,000") })
  })
})
