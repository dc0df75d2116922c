/** A real key for one test: made as people make it. */
import type { TeamFacts } from "@/domain/context"
import { createKey } from "@/domain/keys/create"
import { run } from "@/domain/operation"
import { asPerson } from "./team"

type Input = Partial<Parameters<typeof createKey.handle>[1]>

/** `secret` is what goes into the Authorization header. */
export async function freshKey(team: TeamFacts, more: Input = {}) {
  const { data } = await run(createKey, asPerson(team), { name: "Test key", ...more } as never)
  return { id: data.key.id, secret: data.secret }
}
