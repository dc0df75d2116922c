/** One question to a mount with all that holds for every answer checked, and the scene it is asked in. */
import type { TeamFacts } from "@/domain/context"
import type { Scope } from "@/domain/scopes"
import { freshKey } from "@/domain/testing/key"
import { freshTeam } from "@/domain/testing/team"
import type { Route } from "../rest/routes"
import { expectAnswer } from "./expect-answer"
import type { Ask, Asking } from "./mounts"
import { idsIn, nobodysIds, pathOf } from "./path-ids"

/** `route` is the one that the path should lead to; undefined: none. */
export async function askAndCheck(ask: Ask, route: Route | undefined, path: string, asking: Asking = {}) {
  const response = await ask(path, asking)
  const asked = { method: asking.method ?? "GET", path, template: route?.operation.rest?.path }
  return { status: response.status, headers: response.headers, body: await expectAnswer(response, asked) }
}

export type Scene = { team: TeamFacts; key: string; path: string }

/** A team of its own with a key, and a path of the route with ids of nothing, for what never gets as far. */
export async function scene({ operation }: Route, keyOf: { scopes?: Scope[] } = {}): Promise<Scene> {
  const team = await freshTeam({ plan: "agency" })
  const { secret } = await freshKey(team, keyOf)
  return { team, key: secret, path: pathOf(operation, nobodysIds(operation)) }
}

/** The same with ids of things that the team has. */
export async function furnishedScene(route: Route): Promise<Scene> {
  const { team, key } = await scene(route)
  return { team, key, path: pathOf(route.operation, await idsIn(team, route.operation)) }
}
