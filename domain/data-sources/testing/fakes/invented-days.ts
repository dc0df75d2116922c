/** Invents the same numbers for the same day and name each time, so that tests and trials can compare them. */
import { createHash } from "node:crypto"
import { addDays } from "@/domain/metrics/calendar"
import type { World } from "./world"

/** A whole number from 10 to `9 + range`, times the world's factor. */
export function invented(world: World, name: string, range = 90): number {
  const [byte = 0, next = 0] = createHash("sha256").update(name).digest()
  return Math.round((10 + ((byte * 256 + next) % range)) * world.factor)
}

/** The days of an inclusive range, without quiet days. */
export function activeDays({ quietDays }: World, from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) if (!quietDays.has(day)) days.push(day)
  return days
}

/** Visits of a day: fewer at weekends, and enough for the rows of a large world. */
export function visitsOn(world: World, day: string): number {
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  return invented(world, `visits ${day}`, 8) * (isWeekend ? 6 : 10) * Math.ceil(world.rowsPerDay / 100)
}

/** Splits a whole number into `count` parts, the largest first, and returns the part at `index`. */
export function partOf(total: number, index: number, count: number): number {
  const upTo = (parts: number) => Math.round(total * Math.sqrt(parts / count))
  return upTo(index + 1) - upTo(index)
}

/** Values of a dimension: as many as the world has rows per day for a large one, otherwise two. */
export const valuesOf = (world: World, dimension: string, isLarge = false): string[] =>
  Array.from({ length: isLarge ? world.rowsPerDay : 2 }, (_, n) => `${dimension} ${n + 1}`)

export const hasBearer = (headers: { authorization?: string | undefined }) =>
  Boolean(headers.authorization?.startsWith("Bearer "))
