/** Counts each engine's consecutive failures per scan, in this process, to stop asking an engine that is broken. */
import type { FailureCode } from "@/domain/ai-visibility/engines/engine-client"
import { processWide } from "@/domain/kernel/process-wide"

/** After this many failures without an answer in between, the scan's remaining questions to the engine are not asked. */
export const maxConsecutiveFailures = 20

export type EngineHealth = { failuresInARow: number; lastCode: FailureCode | "internal" | null }

/** By scan and engine. In memory only, so the count restarts at zero after a process is killed. */
const health = processWide("engine-health", () => new Map<string, Map<string, EngineHealth>>())

export function healthOf(scanId: string, engineId: string): EngineHealth {
  const ofScan = health.get(scanId) ?? new Map<string, EngineHealth>()
  health.set(scanId, ofScan)
  const found = ofScan.get(engineId) ?? { failuresInARow: 0, lastCode: null }
  ofScan.set(engineId, found)
  return found
}

/** Call when the scan has ended or this process no longer works on it. */
export const forgetHealth = (scanId: string) => void health.delete(scanId)

/** Returns the error code for the engine's remaining tasks, or null while the engine counts as working. */
export const brokenBy = ({ failuresInARow, lastCode }: EngineHealth) =>
  failuresInARow >= maxConsecutiveFailures ? lastCode : null
