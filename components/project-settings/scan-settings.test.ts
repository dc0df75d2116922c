import { expect, it } from "vitest"
import { scheduleOf } from "./scan-settings"

it("keeps the time when the frequency changes", () => {
  const daily = { every: "daily" as const, hour: 7, minute: 30, timezone: "Europe/Rome" }
  expect(scheduleOf("weekly", daily)).toEqual({ ...daily, every: "weekly", weekday: 1 })
  expect(scheduleOf("daily", { every: "monthly", hour: 7, day: 3 })).toEqual({ every: "daily", hour: 7 })
  expect(scheduleOf("manual", daily)).toEqual({ every: "manual" })
})
