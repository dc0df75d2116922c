import { expect, it } from "vitest"
import { listProjects } from "@/domain/ai-projects/list-projects"
import { listDataSources } from "@/domain/data-sources/list"
import { run } from "@/domain/kernel/operation"
import { listReports } from "@/domain/reports/list"
import { listSignals } from "@/domain/signals/list"
import { freshClient } from "@/domain/testing/client"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"

it.each([listProjects, listReports, listSignals, listDataSources])(
  "$id returns not_found to apps for an unknown client",
  async (list) => {
    const team = await freshTeam()
    const own = { client_id: (await freshClient(team)).id }
    const foreign = { client_id: (await freshClient(await freshTeam())).id }
    const connection = { id: "con_1", clientName: "App", scopes: ["data:read"] as const, areWritesEnabled: false }
    const app = { ...asPerson(team), connection }
    await expect(run(list as typeof listReports, app, foreign)).rejects.toMatchObject({ code: "resource_not_found" })
    for (const [ctx, query] of [
      [app, own],
      [asKey(team), foreign],
    ] as const)
      expect((await run(list as typeof listReports, ctx, query)).data).toEqual([])
  },
)
