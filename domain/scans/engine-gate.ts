/** Limits the questions in flight per team and engine in this process, across all of the team's scans. */
import pLimit, { type LimitFunction } from "p-limit"
import type { TeamEngine } from "@/domain/ai-visibility/engines/team-engines"
import { processWide } from "@/domain/kernel/process-wide"

const gates = processWide("engine-gates", () => new Map<string, LimitFunction>())

export function gateOf(teamId: string, { id, concurrency }: TeamEngine): LimitFunction {
  const key = `${teamId} ${id}`
  const gate = gates.get(key) ?? pLimit(concurrency)
  gate.concurrency = concurrency
  gates.set(key, gate)
  return gate
}
