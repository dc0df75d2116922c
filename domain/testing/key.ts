/** Creates real API keys for tests, through the operation that users call. */
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { createKey } from "@/domain/keys/create"
import { asPerson } from "./team"

type Input = Partial<Parameters<typeof createKey.handle>[1]>

/** `secret` is the value for the Authorization header. */
export async function freshKey(team: TeamFacts, more: Input = {}) {
  const { data } = await run(createKey, asPerson(team), { name: "Test key", ...more } as never)
  return { id: data.key.id, secret: data.secret }
}
