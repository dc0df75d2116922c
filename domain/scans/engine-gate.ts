/** So many questions at once for one engine of a team, however many of the team's scans this process carries out. */
import pLimit, { type LimitFunction } from "p-limit"
import type { TeamEngine } from "@/domain/ai-visibility/engines/team-engines"
import { processWide } from "@/domain/process-wide"

const gates = processWide("engine-gates", () => new Map<string, LimitFunction>())

export function gateOf(teamId: string, { id, concurrency }: TeamEngine): LimitFunction {
  const key = `${teamId} ${id}`
  const gate = gates.get(key) ?? pLimit(concurrency)
  gate.concurrency = concurrency
  gates.set(key, gate)
  return gate
}
