/** Form fields of the scan schedule, with the next three start times. */
import { weekdays } from "@/components/days"
import { Field } from "@/components/forms/field"
import { formatScanTime } from "@/components/scans/schedule-labels"
import { Options, Select } from "@/components/ui/input"
import { type Project, type Schedule, scheduleOf } from "./scan-settings"

const everyLabels: Record<Schedule["every"], string> = {
  manual: "Manually",
  daily: "Every day",
  weekly: "Every week",
  monthly: "Every month",
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const days = Array.from({ length: 31 }, (_, n) => n + 1)

type Props = {
  value: Schedule
  onChange: (schedule: Schedule) => void
  /** The default time zone. */
  zone: string
  timezones: string[]
  nextScans: string[] | undefined
  status: Project["status"]
}

export function ScheduleFields({ value, onChange, zone, timezones, nextScans, status }: Props) {
  const { every, timezone } = value
  return (
    <div className="grid gap-3">
      <Field label="Scans start" name="every">
        <Select
          className="max-w-80"
          value={every}
          onChange={(event) => onChange(scheduleOf(event.target.value as Schedule["every"], value))}
        >
          <Options names={everyLabels} />
        </Select>
      </Field>
      {every !== "manual" && <TimeFields value={value} onChange={onChange} zone={zone} timezones={timezones} />}
      {every !== "manual" && status !== "active" && (
        <p className="text-quiet">The project is {status}, so scheduled scans do not start.</p>
      )}
      {every !== "manual" && status === "active" && nextScans && nextScans.length > 0 && (
        <p className="text-quiet text-table">
          Next: {nextScans.map((at) => formatScanTime(at, timezone ?? zone)).join("; ")}. A scan is skipped if an engine
          is off or the budget is used up.
        </p>
      )}
    </div>
  )
}

type TimeFieldsProps = Pick<Props, "value" | "onChange" | "zone" | "timezones">

/** The day, the hour and the time zone of a schedule. */
function TimeFields({ value, onChange, zone, timezones }: TimeFieldsProps) {
  const { every, hour = 6, minute = 0, weekday = 1, day = 1, timezone = "" } = value
  function chooseTimezone(name: string) {
    const { timezone: _, ...rest } = value
    onChange(name ? { ...rest, timezone: name } : rest)
  }
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-3">
      {every === "weekly" && (
        <Field label="On" name="weekday">
          <Select value={weekday} onChange={(event) => onChange({ ...value, weekday: Number(event.target.value) })}>
            <Options names={weekdays.map((name, index) => [index + 1, name])} />
          </Select>
        </Field>
      )}
      {every === "monthly" && (
        <Field label="On day" name="day">
          <Select value={day} onChange={(event) => onChange({ ...value, day: Number(event.target.value) })}>
            <Options
              names={days.map((choice) => [choice, choice > 28 ? `${choice} (or the last day)` : `${choice}`])}
            />
          </Select>
        </Field>
      )}
      <Field label="At" name="hour">
        <Select value={hour} onChange={(event) => onChange({ ...value, hour: Number(event.target.value) })}>
          <Options names={hours.map((choice) => [choice, `${twoDigits(choice)}:${twoDigits(minute)}`])} />
        </Select>
      </Field>
      <Field label="Time zone" name="timezone">
        <Select className="max-w-72" value={timezone} onChange={(event) => chooseTimezone(event.target.value)}>
          <option value="">Client default: {zone}</option>
          {timezones.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

const twoDigits = (n: number) => String(n).padStart(2, "0")
