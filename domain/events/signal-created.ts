/** Data of `signal.created`: the signal as it was first detected. */
import { z } from "zod"
import { calendarDate, timestamp, timezone } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { aboutClient, exampleAboutClient, openObject } from "./open-object"

export const signalTypes = [
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

/** A metric, a goal, an AI-visibility project or a data source, with the ids to fetch it. */
const subject = openObject({
  kind: z.enum(["metric", "goal", "ai_project", "data_source"]).meta({
    description: "The type of the subject. It determines which of the IDs are present. New kinds may be added.",
  }),
  metric_id: z.string().optional().meta({ description: "The ID of the metric." }),
  data_source_id: id("dataSource").optional(),
  goal_id: id("goal").optional(),
  project_id: id("aiProject").optional(),
  brand_id: id("brand").optional(),
  engine_id: z.string().optional().meta({ description: "The ID of the AI engine." }),
  filter: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: "The part of the metric that was examined." }),
}).meta({ description: "What the signal is about." })

export const signalCreated = openObject({
  signal: openObject({
    id: id("signal"),
    type: z.enum(signalTypes).meta({ description: "What was detected. New types may be added." }),
    category: z
      .enum(["metric", "budget", "goal", "search", "ai_visibility", "data_health"])
      .meta({ description: "The area of the signal." }),
    severity: z.enum(["info", "warning", "critical"]).meta({ description: "How serious the signal is." }),
    direction: z
      .enum(["up", "down", "none"])
      .meta({ description: "Whether the value rose or fell. `none` if the signal is not about a value." }),
    impact: z
      .enum(["positive", "negative", "neutral"])
      .meta({ description: "Whether the change is good or bad for the client." }),
    status: z
      .enum(["open", "acknowledged", "snoozed", "resolved", "dismissed"])
      .meta({ description: "The status of the signal when the event was sent." }),
    title: z.string().meta({ description: "A short title." }),
    summary: z.string().meta({ description: "One sentence that contains the numbers." }),
    client: aboutClient,
    subject,
    observed: openObject({
      value: number().meta({ description: "The value. `null` if the signal is not about a value." }),
      numerator: number().meta({ description: "For ratios: the numerator. `null` for other values." }),
      denominator: number().meta({ description: "For ratios: the denominator. `null` for other values." }),
      n: z.int().nullable().meta({ description: "The number of observations behind the value, if it is known." }),
    }).meta({ description: "The value that was observed." }),
    expected: openObject({
      value: number().meta({ description: "The expected value. `null` if it is not known." }),
      low: number().meta({ description: "The lower bound of the usual range. `null` if there is none." }),
      high: number().meta({ description: "The upper bound of the usual range. `null` if there is none." }),
    }).meta({ description: "The value that was expected." }),
    delta_abs: number().meta({ description: "The observed value minus the expected value." }),
    delta_rel: number().meta({
      description: "`delta_abs` as a share of the expected value. -0.42 means 42% below the expected value.",
    }),
    score: number().meta({ description: "The size of the deviation: z, or -log10 p." }),
    method: z.string().nullable().meta({ description: "The detector and its version." }),
    period: openObject({
      from: calendarDate().meta({ description: "The first day." }),
      to: calendarDate().meta({ description: "The last day, inclusive." }),
      timezone: timezone(),
    }).meta({ description: "The days on which the value was observed." }),
    baseline: openObject({
      from: calendarDate().meta({ description: "The first day." }),
      to: calendarDate().meta({ description: "The last day, inclusive." }),
    })
      .nullable()
      .meta({ description: "The days from which the expected value was computed. `null` if there are none." }),
    evidence: openObject({
      kind: z.string().meta({ description: "The kind of evidence, such as `series`." }),
      ids: z
        .array(z.string())
        .max(20)
        .meta({ description: "The IDs of the objects that show the finding. At most 20." }),
      counts: z.record(z.string(), z.number()).meta({ description: "Numbers that support the finding, by name." }),
      scan_id: id("scan").optional().meta({ description: "The scan in which the signal was detected." }),
    }).meta({ description: "What the signal is based on." }),
    rule_id: z
      .string()
      .nullable()
      .meta({ description: "The ID of the rule that created the signal. `null` if there is none." }),
    dedupe_key: z.string().meta({ description: "A value that is identical for the same finding." }),
    first_detected_at: timestamp().meta({ description: "The time when the finding was first detected." }),
    links: openObject({
      self: z.string().meta({ description: "The path of the signal in this API." }),
      app: z.string().meta({ description: "The URL of the page in the app." }),
    }).meta({ description: "Where to find more." }),
  }).meta({ description: "The signal." }),
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
    title: "Sessions 41% below expected",
    summary: "Sessions came to 1,180 on 19 November, where 1,750 to 2,370 were expected.",
    client: exampleAboutClient,
    subject: { kind: "metric", metric_id: "sessions", data_source_id: exampleId("dataSource") },
    observed: { value: 1180, numerator: null, denominator: null, n: null },
    expected: { value: 2000, low: 1750, high: 2370 },
    delta_abs: -820,
    delta_rel: -0.41,
    score: -6.1,
    method: "weekday_level_budget.v2",
    period: { from: "2026-11-19", to: "2026-11-19", timezone: "Europe/Rome" },
    baseline: { from: "2026-09-24", to: "2026-11-18" },
    evidence: { kind: "series", ids: [], counts: { alert_days: 1 } },
    rule_id: "rul_01JD3Y8F5V6Q2K9M4N7P0R1S2T",
    dedupe_key: `${exampleId("client")}:metric_anomaly:sessions:${exampleId("dataSource")}::down`,
    first_detected_at: "2026-11-20T06:12:03.123Z",
    links: {
      self: `/api/v1/signals/${exampleId("signal")}`,
      app: `https://signalbox.example/bergamo/signals/${exampleId("signal")}`,
    },
  },
}
