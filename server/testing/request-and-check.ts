/** Sends one request to a mount and checks what holds for every response. Also creates the data for it. */
import type { TeamFacts } from "@/domain/kernel/context"
import type { Scope } from "@/domain/kernel/scopes"
import { freshKey } from "@/domain/testing/key"
import { freshTeam } from "@/domain/testing/team"
import type { Route } from "../rest/routes"
import { expectResponse } from "./expect-response"
import type { RequestOptions, SendRequest } from "./mounts"
import { idsIn, pathOf, unknownIds } from "./path-ids"

/** `route` is the route that the path should match. Undefined when it should match none. */
export async function requestAndCheck(
  send: SendRequest,
  route: Route | undefined,
  path: string,
  options: RequestOptions = {},
) {
  const response = await send(path, options)
  const sent = { method: options.method ?? "GET", path, template: route?.operation.rest?.path }
  return { status: response.status, headers: response.headers, body: await expectResponse(response, sent) }
}

export type SetUp = { team: TeamFacts; key: string; path: string }

/** A new team with a key, and a path of the route with ids that do not exist. For requests that are rejected early. */
export async function setUp({ operation }: Route, keyOf: { scopes?: Scope[] } = {}): Promise<SetUp> {
  const team = await freshTeam({ plan: "agency" })
  const { secret } = await freshKey(team, keyOf)
  return { team, key: secret, path: pathOf(operation, unknownIds(operation)) }
}

/** The same as `setUp`, with ids of objects that the team has. */
export async function setUpWithData(route: Route): Promise<SetUp> {
  const { team, key } = await setUp(route)
  return { team, key, path: await pathWithIds(route, team) }
}

/** A path of the route with ids of new things of `team`. */
const pathWithIds = async ({ operation }: Route, team: TeamFacts) => pathOf(operation, await idsIn(team, operation))
