import { execFileSync } from "node:child_process"
import { Webhook } from "standardwebhooks"
import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { sealedHeaders } from "@/domain/webhooks/custom-headers"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { copyAsCurl } from "./copy-as-curl"
import { loggedDeliveries } from "./testing/logged"

async function setup(endpoint: object = {}) {
  const team = await freshTeam()
  const webhook = await freshWebhook(team, endpoint)
  const [{ id, message_id }] = (await loggedDeliveries({ id: webhook.id, team_id: team.id })) as [
    { id: string; message_id: string },
  ]
  const copy = async (as = asPerson(team), delivery_id = id) =>
    (await run(copyAsCurl, as, { delivery_id } as never)).data
  return { team, webhook, id, message_id, copy }
}

/** The arguments that a real shell passes to curl. */
function argumentsOf(command: string) {
  const shown = execFileSync("/bin/sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: "utf8" })
  const given = shown.split("\0").slice(0, -1)
  const after = (flag: string) => given.filter((_, i) => given[i - 1] === flag)
  return {
    given,
    headers: Object.fromEntries(after("--header").map((line) => line.split(": "))),
    body: after("--data-raw")[0],
  }
}

describe("copying a delivery as a curl command", () => {
  it("sends the same bytes to the same URL with a valid signature, even if they contain quotes", async () => {
    const { webhook, message_id, copy } = await setup({ url: "https://hooks.example.com/it's?a=$(id)&b=`id`" })
    const body = `{"name":"L'Oréal \\"☃\\" $HOME \`id\` \\\\ !"}`
    await acrossTeams(() => rows(sql`update webhook_message set body = ${body} where id = ${message_id}`))
    const { command, valid_until } = await copy()
    const sent = argumentsOf(command)
    expect(sent.given.slice(0, 4)).toEqual(["--globoff", "--request", "POST", webhook.url])
    expect(sent.body).toBe(body)
    expect(sent.headers).toMatchObject({ "webhook-id": message_id, "content-type": "application/json; charset=utf-8" })
    expect(new Webhook(webhook.secret).verify(sent.body ?? "", sent.headers)).toEqual(JSON.parse(body))
    expect(Date.parse(valid_until)).toBeGreaterThan(Date.now() + 290_000)
    expect(command).not.toContain(webhook.secret.slice(6))
  })

  it("leaves out the values of custom headers and lists their names", async () => {
    const { team, webhook, copy } = await setup()
    const { headers_sealed } = sealedHeaders(webhook.id, { authorization: "Bearer of-the-team" })
    await acrossTeams(() =>
      rows(sql`update webhook_endpoint set headers_sealed = ${headers_sealed} where id = ${webhook.id}`),
    )
    const { command, withheld_headers } = await copy(asPerson(team, "admin"))
    expect(withheld_headers).toEqual(["authorization"])
    expect(argumentsOf(command).headers).toMatchObject({ authorization: "<yours>" })
    expect(command).not.toContain("of-the-team")
  })

  it("is audited, and requires an admin and a plan with developer access", async () => {
    const { team, id, copy } = await setup()
    await copy()
    const { data } = await run(listAudit, asPerson(team), { action: "delivery.copied" })
    expect(data).toMatchObject([{ subject_id: id }])
    await expect(copy(asPerson(team, "viewer"))).rejects.toMatchObject({ code: "role_missing" })
    await expect(copy(asPerson({ ...team, plan: "free" }))).rejects.toMatchObject({ code: "plan_required" })
    for (const unknown of [id, newId("delivery")])
      await expect(copy(asPerson(await freshTeam()), unknown)).rejects.toMatchObject({ code: "resource_not_found" })
  })

  it("fails once the endpoint is deleted or the message is removed", async () => {
    const gone = await setup()
    await acrossTeams(() => rows(sql`delete from webhook_message where id = ${gone.message_id}`))
    await expect(gone.copy()).rejects.toMatchObject({ code: "resource_purged" })
    const deleted = await setup()
    await acrossTeams(() => rows(sql`update webhook_endpoint set deleted_at = now() where id = ${deleted.webhook.id}`))
    await expect(deleted.copy()).rejects.toMatchObject({ code: "state_conflict" })
  })
})
