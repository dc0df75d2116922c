/** The state of the scan settings form: which engines are asked, how often and when. */
import type { Data, Inputs } from "@/components/api/types"

export type Project = Data<"aiVisibility", "getProject">
export type Estimate = Data<"scans", "estimate">
export type Schedule = Project["schedule"]
type EstimateInput = Inputs["scans"]["estimate"]

export type ScanSettings = {
  asked_engines: NonNullable<EstimateInput["asked_engines"]>
  regions: string[]
  /** NaN while the field is empty. */
  runs_per_prompt: number
  /** The maximum number of answers per month. 0 means the plan's limit. */
  monthly_answer_budget: number
  schedule: Schedule
}

export const settingsOf = (project: Project): ScanSettings => ({
  asked_engines: project.asked_engines as ScanSettings["asked_engines"],
  regions: project.regions,
  runs_per_prompt: project.runs_per_prompt,
  monthly_answer_budget: project.monthly_answer_budget,
  schedule: project.schedule,
})

/** Reads the settings that the form's fields show. Values without a field are those of `settings`. */
export function shownSettings(form: HTMLFormElement, settings: ScanSettings): ScanSettings {
  const fields = new FormData(form)
  const shownNumber = (name: string) => (fields.get(name) ? Number(fields.get(name)) : undefined)
  const { every, hour, weekday, day, timezone, ...schedule } = settings.schedule
  return {
    ...settings,
    asked_engines: fields.getAll("asked_engines") as ScanSettings["asked_engines"],
    runs_per_prompt: shownNumber("runs_per_prompt") ?? Number.NaN,
    monthly_answer_budget: shownNumber("monthly_answer_budget") ?? 0,
    schedule: scheduleOf((fields.get("every") as Schedule["every"] | null) ?? every, {
      ...schedule,
      every,
      hour: shownNumber("hour") ?? hour,
      weekday: shownNumber("weekday") ?? weekday,
      day: shownNumber("day") ?? day,
      timezone: fields.has("timezone") ? String(fields.get("timezone")) : timezone,
    }),
  }
}

/** Builds the schedule with only the fields that its frequency uses. */
export function scheduleOf(every: Schedule["every"], { hour, minute, timezone, weekday, day }: Schedule): Schedule {
  if (every === "manual") return { every }
  return {
    every,
    hour: hour ?? 6,
    ...(minute !== undefined && { minute }),
    ...(every === "weekly" && { weekday: weekday ?? 1 }),
    ...(every === "monthly" && { day: day ?? 1 }),
    ...(timezone && { timezone }),
  }
}

/** Compares settings. Sorts the schedule's fields, because the database returns them in a different order. */
export const isSame = (a: ScanSettings, b: ScanSettings) => canonicalSettings(a) === canonicalSettings(b)

const canonicalSettings = ({ schedule, ...settings }: ScanSettings) =>
  JSON.stringify([settings, Object.entries(schedule).sort(([a], [b]) => (a < b ? -1 : 1))])

export const isValid = ({ runs_per_prompt: runs, monthly_answer_budget: budget }: ScanSettings) =>
  Number.isInteger(runs) && runs >= 1 && runs <= 20 && Number.isInteger(budget) && budget >= 0

export const estimateInput = (project_id: string, settings: ScanSettings): EstimateInput => ({
  project_id,
  ...settings,
})
