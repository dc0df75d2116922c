/** Whether it makes sense to ask an engine any further: its failures in a row, scan by scan, as this process has seen them. */
import type { FailureCode } from "@/domain/ai-visibility/engines/engine-client"
import { processWide } from "@/domain/process-wide"

/** So many failures without an answer in between, and the rest of the scan's questions to that engine are not asked. */
export const mostFailuresInARow = 20

export type EngineHealth = { failuresInARow: number; lastCode: FailureCode | "internal" | null }

/** By scan and engine. A process that is killed takes its count along: the next one begins anew. */
const health = processWide("engine-health", () => new Map<string, Map<string, EngineHealth>>())

export function healthOf(scanId: string, engineId: string): EngineHealth {
  const ofScan = health.get(scanId) ?? new Map<string, EngineHealth>()
  health.set(scanId, ofScan)
  const found = ofScan.get(engineId) ?? { failuresInARow: 0, lastCode: null }
  ofScan.set(engineId, found)
  return found
}

/** The scan has ended, or is nobody's business any more. */
export const forgetHealth = (scanId: string) => void health.delete(scanId)

/** The code that the rest of its tasks fails with; null: it goes on. */
export const brokenBy = ({ failuresInARow, lastCode }: EngineHealth) =>
  failuresInARow >= mostFailuresInARow ? lastCode : null
