/** Predicts how precise a scan's results are from its number of answers, before the scan runs. */
import { type Confidence, confidence, minAnswers } from "./confidence"
import { wilson } from "./wilson"

export type Precision = {
  /** Where the measured share falls in 95% of scans when the true share is `share` (Wilson). Null without answers. */
  interval: { low: number; high: number } | null
  /** Half the width of the 95% interval (Wilson) around `share`, from 0 to 1. Null without answers. */
  halfWidth: number | null
  /** The same at a share of 0.5, where the interval is widest. */
  worstHalfWidth: number | null
  /** Smallest change between two such scans that is detected with 80% probability. Null below 10 answers. */
  detectableChange: number | null
  confidence: Confidence
}

export const precisionOf = (answers: number, share: number): Precision => ({
  interval: wilson(share * answers, answers),
  halfWidth: halfWidth(answers, share),
  worstHalfWidth: halfWidth(answers, 0.5),
  detectableChange: answers < minAnswers ? null : detectableChange(answers),
  confidence: confidence(answers),
})

function halfWidth(answers: number, share: number) {
  const interval = wilson(share * answers, answers)
  return interval && (interval.high - interval.low) / 2
}

/** For a share of 0.3, two unpaired scans, a two-sided test at 5% and 80% power. */
function detectableChange(answers: number) {
  const [z975, z80, share] = [1.959963984540054, 0.8416212335729143, 0.3]
  return (z975 + z80) * Math.sqrt((2 * share * (1 - share)) / answers)
}
