import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { freshMember } from "@/domain/testing/person"
import { freshReport } from "@/domain/testing/report"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { createShareLink } from "./create-share-link"
import { listShareLinks } from "./list-share-links"
import { listShareSummaries } from "./list-share-summaries"
import { revokeShareLink } from "./revoke-share-link"

async function setup(status: "draft" | "published" | "archived" = "published") {
  const team = await freshTeam()
  const { id: report_id } = await freshReport(team, await freshClient(team), undefined, { name: "Monthly", status })
  const member = await freshMember(team, "member")
  const create = (more: object = {}) => run(createShareLink, member, { report_id, ...more })
  const list = async () => (await run(listShareLinks, asPerson(team, "viewer"), { report_id })).data
  return { team, report_id, member, create, list }
}

describe("share links", () => {
  it("show their token once, and are stored only as a hash", async () => {
    const { team, report_id, create, list } = await setup()
    const { data } = await create()
    expect(data.token).toMatch(/^[\w-]{43}$/)
    expect(data.url).toMatch(new RegExp(`/shared/${data.token}$`))
    expect(data.link).toMatchObject({ report_id, status: "active", created_by: "Ada Test", view_count: 0 })
    const days = (Date.parse(data.link.expires_at) - Date.parse(data.link.created_at)) / 86_400_000
    expect(days).toBe(30)
    expect(await list()).toEqual([data.link])
    const stored = await inTeam(team.id, () => prisma.reportShareLink.findFirstOrThrow({ where: { report_id } }))
    expect(Buffer.from(stored.token_hash)).toEqual(createHash("sha256").update(data.token).digest())
    const { data: entries } = await run(listAudit, asPerson(team), { subject_id: report_id })
    expect(entries).toMatchObject([
      { action: "report.share_link_created", after: { share_link_id: data.link.id, expires_at: data.link.expires_at } },
    ])
    expect(JSON.stringify([entries, stored, await list()])).not.toContain(data.token)
  })

  it("are counted by report while they are active, with the time of the last visit", async () => {
    const { team, report_id, member, create } = await setup()
    const { id: unshared } = await freshReport(team, await freshClient(team), undefined, { status: "published" })
    const summaries = async () =>
      (await run(listShareSummaries, asPerson(team, "viewer"), { report_id: [report_id, unshared] })).data
    expect(await summaries()).toEqual([])
    const links = [await create(), await create(), await create()].map(({ data }) => data.link.id)
    const change = (id: string | undefined, data: object) =>
      inTeam(team.id, () => prisma.reportShareLink.update({ where: { id: id as string }, data }))
    await change(links[0], { last_viewed_at: new Date("2026-11-20T06:00:00Z") })
    await change(links[1], { expires_at: new Date(0), last_viewed_at: new Date("2026-11-22T06:00:00Z") })
    expect(await summaries()).toEqual([{ report_id, active_links_n: 2, last_viewed_at: "2026-11-20T06:00:00.000Z" }])
    await run(revokeShareLink, member, { share_link_id: links[0] as string })
    expect(await summaries()).toEqual([{ report_id, active_links_n: 1, last_viewed_at: null }])
    const other = await run(listShareSummaries, asPerson(await freshTeam(), "viewer"), { report_id: [report_id] })
    expect(other.data, "of another team").toEqual([])
  })

  it("expire after 1 to 365 days", async () => {
    const { create } = await setup()
    const { link } = (await create({ expires_in_days: 365 })).data
    expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBe(365 * 86_400_000)
    for (const expires_in_days of [0, 366, 1.5])
      await expect(create({ expires_in_days })).rejects.toMatchObject({ errors: [{ parameter: "expires_in_days" }] })
  })

  it("can be revoked, once", async () => {
    const { team, report_id, member, create, list } = await setup()
    const { id: share_link_id } = (await create()).data.link
    const revoke = () => run(revokeShareLink, member, { share_link_id })
    expect((await revoke()).data).toMatchObject({ status: "revoked" })
    const [first] = await list()
    expect((await revoke()).data).toEqual(first)
    const { data: entries } = await run(listAudit, asPerson(team), { subject_id: report_id })
    expect(entries.map(({ action }) => action)).toEqual(["report.share_link_revoked", "report.share_link_created"])
    expect(entries[0]?.after).toEqual({ name: "Monthly", share_link_id })
  })

  it("need a published report", async () => {
    for (const status of ["draft", "archived"] as const) {
      const { create } = await setup(status)
      await expect(create()).rejects.toMatchObject({ code: "state_conflict" })
    }
  })

  it("are not part of the Free plan", async () => {
    const team = await freshTeam({ plan: "free" })
    const { id: report_id } = await freshReport(team, await freshClient(team), undefined, { status: "published" })
    await expect(run(createShareLink, asPerson(team), { report_id })).rejects.toMatchObject({
      code: "plan_required",
      extra: { upgrade_path: `/${team.slug}/settings/plan` },
    })
  })

  it("are limited to 50 active ones per report", async () => {
    const { team, report_id, create } = await setup()
    const link = { team_id: team.id, report_id, expires_at: new Date(Date.now() + 86_400_000) }
    const links = Array.from({ length: 50 }, (_, n) => ({
      ...link,
      id: newId("shareLink"),
      token_hash: new Uint8Array(createHash("sha256").update(`${team.id} ${n}`).digest()),
    }))
    await inTeam(team.id, () => prisma.reportShareLink.createMany({ data: links }))
    await expect(create()).rejects.toMatchObject({ code: "plan_limit_reached" })
    const where = { team_id: team.id, id: links[0]?.id ?? "" }
    await inTeam(team.id, () => prisma.reportShareLink.updateMany({ where, data: { expires_at: new Date(0) } }))
    expect((await create()).data.link.status).toBe("active")
  })

  it("cannot be created or revoked by viewers and other teams", async () => {
    const { team, report_id, create } = await setup()
    const { id: share_link_id } = (await create()).data.link
    const viewer = asPerson(team, "viewer")
    const other = asPerson(await freshTeam())
    await expect(run(createShareLink, viewer, { report_id })).rejects.toMatchObject({ code: "role_missing" })
    await expect(run(revokeShareLink, viewer, { share_link_id })).rejects.toMatchObject({ code: "role_missing" })
    const notFound = { code: "resource_not_found" }
    await expect(run(createShareLink, other, { report_id })).rejects.toMatchObject(notFound)
    await expect(run(revokeShareLink, other, { share_link_id })).rejects.toMatchObject(notFound)
    await expect(run(listShareLinks, other, { report_id })).rejects.toMatchObject(notFound)
  })
})
