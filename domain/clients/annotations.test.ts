import { expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { archiveClient } from "./archive"
import { createAnnotation } from "./create-annotation"
import { deleteAnnotation } from "./delete-annotation"
import { listAnnotations } from "./list-annotations"

const november = { from: "2026-11-01", to: "2026-11-30" }
const given = {
  date: "2026-11-09",
  kind: "tracking_change",
  text: "New consent banner",
  provider: "ga4",
  metric: "sessions",
} as const

async function setup() {
  const team = await freshTeam()
  const { id: client_id, name } = await freshClient(team)
  const member = asPerson(team, "member")
  const list = async (range = november) => (await run(listAnnotations, member, { client_id, ...range })).data
  return { team, client_id, name, member, list }
}

it("adds, lists and removes an annotation, with entries in the audit log", async () => {
  const { team, client_id, name, member, list } = await setup()
  const { data } = await run(createAnnotation, member, { client_id, ...given })
  expect(data).toMatchObject({ ...given, author: member.actor.name })
  expect(await list()).toEqual([data])
  expect(await list({ from: "2026-11-10", to: "2026-11-30" })).toEqual([])
  await run(deleteAnnotation, member, { client_id, annotation_id: data.id })
  expect(await list()).toEqual([])
  const { data: entries } = await run(listAudit, asPerson(team, "owner"), {})
  expect(entries.map(({ action }) => action)).toEqual(["client.annotation_deleted", "client.annotation_created"])
  expect(entries[0]?.before).toMatchObject({ name })
})

it("refuses viewers, other teams and archived clients", async () => {
  const { team, client_id } = await setup()
  const other = await freshTeam()
  const archived = await freshClient(team, { status: "archived" })
  await expect(run(createAnnotation, asPerson(team, "viewer"), { client_id, ...given })).rejects.toMatchObject({
    status: 403,
  })
  await expect(run(createAnnotation, asPerson(other, "owner"), { client_id, ...given })).rejects.toMatchObject({
    status: 404,
  })
  await expect(run(listAnnotations, asPerson(other, "owner"), { client_id, ...november })).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    run(createAnnotation, asPerson(team, "member"), { client_id: archived.id, ...given }),
  ).rejects.toMatchObject({ code: "state_conflict" })
})

it("stays when its client is archived", async () => {
  const { team, client_id, member, list } = await setup()
  const { data } = await run(createAnnotation, member, { client_id, ...given })
  await run(archiveClient, asPerson(team, "admin"), { client_id })
  await expect(run(deleteAnnotation, member, { client_id, annotation_id: data.id })).rejects.toMatchObject({
    code: "state_conflict",
  })
  expect(await list()).toEqual([data])
})

it("refuses a metric that the platform does not measure, because no chart would show the annotation", async () => {
  const { client_id, member } = await setup()
  await expect(run(createAnnotation, member, { client_id, ...given, metric: "ad_clicks" })).rejects.toMatchObject({
    code: "parameter_invalid",
    errors: [{ parameter: "metric", detail: "Google Analytics does not measure ad_clicks." }],
  })
})
