import { expect, it } from "vitest"
import { baseUrl } from "@/domain/kernel/base-url"
import { sourcesCallback } from "./sources-callback"

it.each(["", "?code=c", "?state=&code=c", "?state=.x&code=c"])(
  "a return from a provider without a team, with the query %j, leads to the list of teams",
  async (query) => {
    const response = await sourcesCallback(new Request(`http://localhost/api/sources/callback${query}`))
    expect([response.status, response.headers.get("location")]).toEqual([303, `${baseUrl()}/teams`])
  },
)
