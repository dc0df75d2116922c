/** Data of `signal.created`: the signal as it was first detected. */
import { z } from "zod"
import { calendarDate, timestamp, timezone } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { aboutClient, exampleAboutClient } from "./about-client"
import { openObject } from "./open-object"
import { subject } from "./signal-subject"

const types = [
  "metric_anomaly",
  "metric_threshold",
  "metric_flatline",
  "budget_pacing",
  "budget_exceeded",
  "goal_off_track",
  "goal_met",
  "spend_no_conversions",
  "search_ranking_drop",
  "search_traffic_drop",
  "ai_visibility_drop",
  "ai_visibility_rise",
  "ai_competitor_overtake",
  "ai_new_citation",
  "ai_lost_citation",
  "ai_negative_sentiment",
  "ai_engine_change",
  "data_source_disconnected",
  "data_source_stale",
  "data_restated",
] as const

const number = () => z.number().nullable()

export const signalCreated = openObject({
  signal: openObject({
    id: id("signal"),
    type: z.enum(types).meta({ description: "What was detected. New types may be added." }),
    category: z.enum(["metric", "budget", "goal", "search", "ai_visibility", "data_health"]),
    severity: z.enum(["info", "warning", "critical"]),
    direction: z.enum(["up", "down", "none"]),
    impact: z
      .enum(["positive", "negative", "neutral"])
      .meta({ description: "Whether the change is good or bad for the client." }),
    status: z.enum(["open", "acknowledged", "snoozed", "resolved", "dismissed"]),
    title: z.string(),
    summary: z.string().meta({ description: "One sentence that contains the numbers." }),
    client: aboutClient,
    subject,
    observed: openObject({
      value: number(),
      numerator: number(),
      denominator: number(),
      n: z.int().nullable().meta({ description: "The number of observations behind the value, if it is known." }),
    }),
    expected: openObject({ value: number(), low: number(), high: number() }),
    delta_abs: number().meta({ description: "The observed value minus the expected value." }),
    delta_rel: number().meta({
      description: "`delta_abs` as a share of the expected value. -0.42 means 42% below the expected value.",
    }),
    score: number().meta({ description: "The size of the deviation: z, or -log10 p." }),
    method: z.string().nullable().meta({ description: "The detector and its version." }),
    period: openObject({ from: calendarDate(), to: calendarDate(), timezone: timezone() }),
    baseline: openObject({ from: calendarDate(), to: calendarDate() }).nullable(),
    evidence: openObject({
      kind: z.string(),
      ids: z.array(z.string()).max(20),
      counts: z.record(z.string(), z.number()),
      scan_id: id("scan").optional().meta({ description: "The scan in which the signal was detected." }),
    }),
    rule_id: z.string().nullable(),
    dedupe_key: z.string().meta({ description: "A value that is identical for the same finding." }),
    first_detected_at: timestamp(),
    links: openObject({
      self: z.string().meta({ description: "The path of the URL in this API." }),
      app: z.string().meta({ description: "The URL of the page in the app." }),
    }),
  }),
})

export const exampleSignalCreated: z.input<typeof signalCreated> = {
  signal: {
    id: exampleId("signal"),
    type: "metric_anomaly",
    category: "metric",
    severity: "critical",
    direction: "down",
    impact: "negative",
    status: "open",
    title: "Sessions 42% below expected",
    summary: "1,180 sessions on 19 November, where 1,750 to 2,370 were expected.",
    client: exampleAboutClient,
    subject: { kind: "metric", metric_id: "sessions", data_source_id: exampleId("dataSource"), filter: {} },
    observed: { value: 1180, numerator: null, denominator: null, n: null },
    expected: { value: 2040, low: 1750, high: 2370 },
    delta_abs: -860,
    delta_rel: -0.4216,
    score: -6.1,
    method: "weekday_median_mad.v1",
    period: { from: "2026-11-19", to: "2026-11-19", timezone: "Europe/Rome" },
    baseline: { from: "2026-09-24", to: "2026-11-18" },
    evidence: { kind: "series", ids: [], counts: {} },
    rule_id: "rul_01JD3Y8F5V6Q2K9M4N7P0R1S2T",
    dedupe_key: "metric_anomaly:sessions:down",
    first_detected_at: "2026-11-20T06:12:03.123Z",
    links: {
      self: `/api/v1/signals/${exampleId("signal")}`,
      app: `https://signalbox.example/bergamo/signals/${exampleId("signal")}`,
    },
  },
}
