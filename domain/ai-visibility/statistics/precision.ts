/** What a number of answers will be able to tell, before any of them is asked for. */
import { type Confidence, confidence, enough } from "./confidence"
import { wilson } from "./wilson"

export type Precision = {
  /** What a scan will read of `share`, 19 times of 20 (Wilson); null without answers. */
  interval: { low: number; high: number } | null
  /** Half of the 95 % interval (Wilson) around `share`, 0 to 1; null without answers. */
  halfWidth: number | null
  /** The same around one half, where it is widest. */
  worstHalfWidth: number | null
  /** The smallest change between two such scans that is found four times in five; null below ten answers. */
  detectableChange: number | null
  confidence: Confidence
}

export const precisionOf = (answers: number, share: number): Precision => ({
  interval: wilson(share * answers, answers),
  halfWidth: halfWidth(answers, share),
  worstHalfWidth: halfWidth(answers, 0.5),
  detectableChange: answers < enough ? null : detectableChange(answers),
  confidence: confidence(answers),
})

function halfWidth(answers: number, share: number) {
  const interval = wilson(share * answers, answers)
  return interval && (interval.high - interval.low) / 2
}

/** At a share of 0.3, in two scans that are not paired, by a two-sided test at 5 % with 80 % power. */
function detectableChange(answers: number) {
  const [z975, z80, share] = [1.959963984540054, 0.8416212335729143, 0.3]
  return (z975 + z80) * Math.sqrt((2 * share * (1 - share)) / answers)
}
