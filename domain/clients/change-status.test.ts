import { describe, expect, it } from "vitest"
import { createProject } from "@/domain/ai-projects/create-project"
import { getProject } from "@/domain/ai-projects/get-project"
import { updateProject } from "@/domain/ai-projects/update-project"
import { listAudit } from "@/domain/audit/list"
import { run } from "@/domain/kernel/operation"
import { createScan } from "@/domain/scans/create"
import { estimateScan } from "@/domain/scans/estimate"
import { findOrCreateClient } from "@/domain/scans/import/find-or-create-client"
import { sampleProject } from "@/domain/scans/testing/sample-project"
import { freshClient } from "@/domain/testing/client"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { archiveClient } from "./archive"
import { listClients } from "./list"
import { pauseClient } from "./pause"
import { restoreClient } from "./restore"
import { resumeClient } from "./resume"

const moves = { pause: pauseClient, resume: resumeClient, archive: archiveClient, restore: restoreClient }

async function setup() {
  const { team, ada, project_id } = await sampleProject({ project: { schedule: { every: "daily", hour: 6 } } })
  const project = async () => (await run(getProject, ada, { project_id })).data
  const { client_id } = await project()
  const move = async (verb: keyof typeof moves) => (await run(moves[verb], ada, { client_id })).data
  const blockers = async () => (await run(estimateScan, ada, { project_id })).data.blockers.map(({ code }) => code)
  return { team, ada, project_id, client_id, project, move, blockers }
}

describe("the status of a client", () => {
  it("changes between active and paused, and from both to archived and back", async () => {
    const { ada, client_id, move } = await setup()
    expect(await move("pause")).toMatchObject({ status: "paused", archived_at: null })
    const alreadyPaused = { code: "state_conflict", message: "The client is already paused." }
    await expect(move("pause")).rejects.toMatchObject(alreadyPaused)
    expect(await move("resume")).toMatchObject({ status: "active" })
    await expect(move("resume")).rejects.toMatchObject({ code: "state_conflict" })
    await expect(move("restore")).rejects.toMatchObject({ code: "state_conflict" })
    await move("pause")
    const archived = await move("archive")
    expect(archived.status).toBe("archived")
    expect(archived.archived_at).not.toBeNull()
    const cannotPause = { code: "state_conflict", message: "The client is archived, so it cannot be paused." }
    await expect(move("pause")).rejects.toMatchObject(cannotPause)
    expect(await move("restore")).toMatchObject({ status: "active", archived_at: null })
    const { data } = await run(listAudit, ada, { action: "client." })
    const { name } = archived
    const paused = data.find(({ action }) => action === "client.paused")
    expect(paused).toMatchObject({ before: { name, status: "active" }, after: { name, status: "paused" } })
    expect(data.map(({ action }) => action).sort()).toEqual([
      "client.archived",
      "client.paused",
      "client.paused",
      "client.restored",
      "client.resumed",
    ])
    expect(data.every(({ subject_id }) => subject_id === client_id)).toBe(true)
  })

  it("stops scans unless the client is active, and schedules them again afterwards", async () => {
    const { ada, project_id, project, move, blockers } = await setup()
    expect((await project()).next_scan_at).not.toBeNull()
    await move("pause")
    expect((await project()).next_scan_at).toBeNull()
    expect(await blockers()).toEqual(["client_paused"])
    await expect(run(createScan, ada, { project_id })).rejects.toMatchObject({ extra: { blocker: "client_paused" } })
    await run(updateProject, ada, { project_id, schedule: { every: "daily", hour: 7 } })
    expect((await project()).next_scan_at).toBeNull()
    await move("archive")
    expect(await blockers()).toEqual(["client_archived"])
    await move("restore")
    expect(await blockers()).toEqual([])
  })

  it("rejects imports and new projects when archived, and stays readable", async () => {
    const { team, ada, client_id, move, project } = await setup()
    await move("archive")
    const importInto = inTeam(team.id, () =>
      prisma.$transaction((tx) => findOrCreateClient(tx, team.id, client_id, new Date())),
    )
    await expect(importInto).rejects.toMatchObject({ code: "state_conflict" })
    const add = run(createProject, ada, { client_id, name: "Another", own_brand: { name: "Sony" } })
    await expect(add).rejects.toMatchObject({ code: "state_conflict" })
    expect((await project()).client_id).toBe(client_id)
    expect((await run(listClients, ada, { status: ["archived"] })).data.map(({ id }) => id)).toEqual([client_id])
    expect((await run(listClients, ada, { status: ["active"] })).data).toEqual([])
  })

  it("is paused by members, and archived and restored by admins only", async () => {
    const team = await freshTeam()
    const { id: client_id } = await freshClient(team)
    const as = (role: "viewer" | "member" | "admin", verb: keyof typeof moves) =>
      run(moves[verb], asPerson(team, role), { client_id })
    const refused = { code: "role_missing" }
    await expect(as("viewer", "pause")).rejects.toMatchObject(refused)
    await as("member", "pause")
    await as("member", "resume")
    await expect(as("member", "archive")).rejects.toMatchObject(refused)
    await as("admin", "archive")
    await expect(as("member", "restore")).rejects.toMatchObject(refused)
    await as("admin", "restore")
    await expect(run(pauseClient, asPerson(await freshTeam()), { client_id })).rejects.toMatchObject({
      code: "resource_not_found",
    })
  })
})
