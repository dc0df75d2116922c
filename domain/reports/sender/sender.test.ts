import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { run } from "@/domain/kernel/operation"
import { changePlan } from "@/domain/teams/change-plan"
import { reportWithFacts } from "@/domain/testing/live-report"
import { asAnybody } from "@/domain/testing/person"
import { pngFile } from "@/domain/testing/png"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { publishReport } from "../editing/publish"
import { createShareLink } from "../sharing/create-share-link"
import { getShared } from "../sharing/get-shared"
import { getSharedLogo } from "../sharing/get-shared-logo"
import { revokeShareLink } from "../sharing/revoke-share-link"
import { getLogo } from "./get-logo"
import { getSender } from "./get-sender"
import { maxLogoBytes } from "./logo"
import { updateSender } from "./update-sender"

const base64 = (file: Uint8Array) => Buffer.from(file).toString("base64")
const png = base64(pngFile(240, 60))
const notFound = { code: "resource_not_found" }

/** A team whose reports have a logo. */
async function teamWithLogo(content = png) {
  const team = await freshTeam()
  const owner = asPerson(team)
  const { logo } = (await run(updateSender, owner, { logo: content })).data
  return { team, owner, hash: logo?.hash ?? "" }
}

describe("the sender of reports", () => {
  it("is the team, until an admin chooses another name", async () => {
    const team = await freshTeam()
    const admin = asPerson(team, "admin")
    const viewer = asPerson(team, "viewer")
    expect((await run(getSender, viewer, {})).data).toEqual({ name: team.name, custom_name: null, logo: null })
    await run(updateSender, admin, { name: " Bergamo Digital " })
    expect((await run(getSender, viewer, {})).data).toMatchObject({ name: "Bergamo Digital" })
    await run(updateSender, admin, { name: null })
    expect((await run(getSender, viewer, {})).data).toMatchObject({ name: team.name, custom_name: null })
  })

  it("has a logo, which members can read by its hash until it is changed or removed", async () => {
    const { team, owner, hash } = await teamWithLogo()
    const viewer = asPerson(team, "viewer")
    const { logo } = (await run(getSender, viewer, {})).data
    expect(logo).toEqual({ hash, type: "image/png", width: 240, height: 60 })
    expect((await run(getLogo, viewer, { hash })).data).toEqual({ type: "image/png", content: png })
    await run(updateSender, owner, { name: "Bergamo Digital" })
    expect((await run(getSender, viewer, {})).data.logo?.hash).toBe(hash)
    await run(updateSender, owner, { logo: base64(pngFile(100, 100)) })
    await expect(run(getLogo, viewer, { hash })).rejects.toMatchObject(notFound)
    await run(updateSender, owner, { logo: null })
    expect((await run(getSender, viewer, {})).data).toMatchObject({ name: "Bergamo Digital", logo: null })
  })

  it("is changed by owners and admins only", async () => {
    const team = await freshTeam()
    for (const role of ["viewer", "member"] as const)
      for (const change of [{ name: "Mine" }, { logo: png }, { logo: null }])
        await expect(run(updateSender, asPerson(team, role), change)).rejects.toMatchObject({ code: "role_missing" })
    expect((await run(getSender, asPerson(team), {})).data).toMatchObject({ name: team.name, logo: null })
  })

  it("appears in the audit log with what changed, without the file", async () => {
    const { owner } = await teamWithLogo()
    await run(updateSender, owner, { logo: png })
    await run(updateSender, owner, { name: "Bergamo Digital" })
    const { data } = await run(listAudit, owner, { action: "team.report_sender_changed" })
    const logo = "PNG, 240 × 60 px"
    expect(data.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: { sender_name: null, logo }, after: { sender_name: "Bergamo Digital", logo } },
      { before: { sender_name: null, logo: null }, after: { sender_name: null, logo } },
    ])
  })
})

describe("a logo", () => {
  it.each([
    ["a text", base64(Buffer.from("hello")), "is not a PNG, JPEG or WebP image"],
    ["an SVG", base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), "is not a PNG, JPEG or WebP image"],
    ["too large a file", base64(Buffer.concat([pngFile(8, 8), Buffer.alloc(maxLogoBytes)])), "larger than 200 kB"],
    ["too wide an image", base64(pngFile(4_001, 1)), "at most 4000 px"],
    ["text that is not base64", "?", "logo"],
    ["an empty file", "", "is not a PNG, JPEG or WebP image"],
  ])("is not %s", async (_, content, detail) => {
    const owner = asPerson(await freshTeam())
    await expect(run(updateSender, owner, { logo: content })).rejects.toMatchObject({
      code: "parameter_invalid",
      message: expect.stringContaining(detail),
      errors: [{ parameter: "logo" }],
    })
    expect((await run(getSender, owner, {})).data.logo).toBeNull()
  })

  it("of another team does not exist, even if its hash is known", async () => {
    const { hash } = await teamWithLogo()
    const stranger = await freshTeam()
    await expect(run(getLogo, asPerson(stranger), { hash })).rejects.toMatchObject(notFound)
    await expect(run(getLogo, asPerson(stranger), { hash: `${hash}'` })).rejects.toMatchObject({
      code: "parameter_invalid",
    })
    expect(await inTeam(stranger.id, () => prisma.reportSender.count())).toBe(0)
  })
})

describe("a share link", () => {
  async function shared() {
    const { team, report } = await reportWithFacts([{ kind: "text", title: "Note", options: { text: "Hello" } }])
    const owner = asPerson(team)
    const report_id = report.id
    await run(publishReport, owner, { report_id })
    const { token, link } = (await run(createShareLink, owner, { report_id })).data
    const { logo } = (await run(updateSender, owner, { name: "Bergamo Digital", logo: png })).data
    const hash = logo?.hash ?? ""
    const open = (input = { token, hash }) => run(getSharedLogo, asAnybody(), input)
    return { owner, token, link, hash, open }
  }

  it("shows the sender and the logo of its team", async () => {
    const { token, hash, open } = await shared()
    const { team } = (await run(getShared, asAnybody(), { token })).data
    expect(team).toEqual({ name: "Bergamo Digital", logo: { hash, type: "image/png", width: 240, height: 60 } })
    expect((await open()).data).toEqual({ type: "image/png", content: png })
  })

  it("shows no logo of another team, and none after it was revoked or the plan has no share links", async () => {
    const other = await teamWithLogo(base64(pngFile(20, 20)))
    const revoked = await shared()
    await expect(revoked.open({ token: revoked.token, hash: other.hash })).rejects.toMatchObject(notFound)
    await expect(revoked.open({ token: "guess", hash: revoked.hash })).rejects.toMatchObject(notFound)
    await run(revokeShareLink, revoked.owner, { share_link_id: revoked.link.id })
    await expect(revoked.open()).rejects.toMatchObject(notFound)
    const downgraded = await shared()
    await run(changePlan, downgraded.owner, { plan: "free" })
    await expect(downgraded.open()).rejects.toMatchObject(notFound)
  })
})
