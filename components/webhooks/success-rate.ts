/** Formats the success rate of attempts. */
import { percent } from "@/domain/metrics/format-value"

/** The success rate, such as 99.8%. A dash when there were no attempts. */
export function successRate({ attempts, succeeded }: { attempts: number; succeeded: number }) {
  if (attempts === 0) return "–"
  // Rounded down, so that 100% is shown only when no attempt failed.
  return percent(Math.floor((succeeded / attempts) * 1_000) / 1_000)
}
