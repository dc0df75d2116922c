import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { auditActions } from "@/domain/audit/actions"
import { actionGroupNames, actionLabel, namedAction, nameFieldOf } from "./action-labels"
import { AuditTable } from "./audit-table"

const rotation = {
  id: "aud_1",
  action: "key.rotated",
  actor_kind: "person",
  actor_id: "usr_1",
  actor_label: "Ada",
  actor_is_gone: false,
  subject_id: "key_1",
  before: null,
  after: { name: "Production", hint: "…a1b2", grace_until: "2026-11-28T14:00:00.000Z" },
  ip: null,
  user_agent: null,
  created_at: "2026-11-27T14:00:00.000Z",
} as const

const names = { usr_2: "Grace", ep_1: "https://crm.example/hooks" }

const rendered = (entry: object) =>
  renderToString(<AuditTable entries={[{ ...rotation, ...entry }]} names={names} base="/studio-nord" />)

/** The sentence of an entry, whether it has fields to open or not. */
const sentence = (entry: object) =>
  rendered(entry)
    .match(/<(summary|p)(?: [^>]*)?>(.*?)<\/\1>/s)?.[2]
    ?.replaceAll(/<!-- -->|<[^>]*>/g, "")

const linkIn = (entry: object) => rendered(entry).match(/href="(\/studio-nord[^"]*)"/)?.[1]

it("a rotation names the key and until when the old one works", () => {
  expect(sentence({})).toMatch(/^Ada rotated the key Production, the old one works until Sat 28 Nov, \d\d:\d\d$/)
  const ended = { ...rotation.after, grace_until: rotation.created_at }
  expect(sentence({ after: ended })).toBe("Ada rotated the key Production")
})

it("an entry without a name uses the general words", () => {
  const after = { grace_until: rotation.after.grace_until }
  expect(sentence({ after })).toMatch(/^Ada rotated an API key, the old one works until .*key_1$/)
})

it("the name stands in the sentence, and the changed fields follow it", () => {
  const role = { action: "member.role_changed", before: { role: "viewer" }, after: { role: "admin" } }
  expect(sentence({ ...role, subject_id: "usr_2" })).toBe("Ada changed the role of Grace, role from viewer to admin")
  expect(sentence({ ...role, subject_id: "usr_3" })).toBe("Ada changed a role: role from viewer to admin")
  const draft = { action: "report.unpublished", after: { name: "November" } }
  expect(sentence(draft)).toBe("Ada turned the report November into a draft")
})

it("signals, goals, prompts, deliveries, engines and platforms are named by their own fields", () => {
  for (const [entry, expected] of [
    [
      { action: "signal.updated", before: { status: "open" }, after: { title: "Sessions fell", status: "resolved" } },
      "Ada changed the signal Sessions fell, status from open to resolved",
    ],
    [{ action: "goal.created", after: { metric: "ad_spend" } }, "Ada set a goal for the metric Ad spend"],
    [
      { action: "goal.updated", before: { metric: "revenue", target: 1 }, after: { target: 2 } },
      "Ada changed a goal for the metric Revenue, target from 1 to 2",
    ],
    [
      {
        action: "ai_visibility.prompt_updated",
        before: { text: "Best e-bike?", status: "active" },
        after: { status: "archived" },
      },
      "Ada changed the prompt Best e-bike?, status from active to archived",
    ],
    [{ action: "delivery.resent", after: { event_type: "scan.completed" } }, "Ada resent a delivery of scan.completed"],
    [{ action: "data_source.authorized", after: { provider: "meta_ads" } }, "Ada authorized access to Meta Ads"],
    [
      { action: "ai_visibility.engine_set_up", subject_id: "openai_api", after: {} },
      "Ada set up the AI engine OpenAI API",
    ],
    [
      { action: "recover.cancelled", after: { endpoint_id: "ep_1" } },
      `Ada canceled a recovery of the webhook ${names.ep_1}`,
    ],
  ] as const)
    expect(sentence({ subject_id: null, ...entry })).toBe(expected)
})

it("entries of earlier releases, which contain no name, use the general words", () => {
  for (const [entry, expected] of [
    [{ action: "signal.updated", subject_id: "sig_1", after: { status: "resolved" } }, "Ada changed a signal"],
    [{ action: "goal.archived", subject_id: "goal_1", after: { status: "archived" } }, "Ada archived a goal"],
    [{ action: "ai_visibility.prompts_created", subject_id: "aip_1", after: { prompts: 3 } }, "Ada added prompts"],
    [{ action: "ai_visibility.scan_canceled", subject_id: "scn_1", after: null }, "Ada canceled a scan"],
    [{ action: "recover.cancelled", subject_id: "rec_1", after: null }, "Ada canceled a recoveryrec_1"],
  ] as const) {
    expect(sentence(entry)).toBe(expected)
    expect(linkIn(entry)).toBeUndefined()
  }
})

it("the name links to the page of the object", () => {
  const named = (action: string, subject_id: string, after: object) => ({ action, subject_id, after })
  for (const [entry, path] of [
    [{}, "/settings/api/keys/key_1"],
    [named("client.updated", "cli_1", { name: "Bergamo Bikes" }), "/clients/cli_1"],
    [named("signal.updated", "sig_1", { title: "Sessions fell" }), "/signals/sig_1"],
    [named("goal.created", "goal_1", { metric: "revenue", client_id: "cli_1" }), "/clients/cli_1/goals"],
    [
      named("ai_visibility.scan_started", "scn_1", { name: "E-bikes", project_id: "aip_1" }),
      "/ai-visibility/aip_1/scans/scn_1",
    ],
    [
      named("ai_visibility.prompt_updated", "prm_1", { text: "New words", id: "prm_2", project_id: "aip_1" }),
      "/ai-visibility/aip_1/prompts/prm_2",
    ],
    [
      named("ai_visibility.source_type_set", "aip_1", { domain: "velo.example" }),
      "/ai-visibility/aip_1/citations/velo.example",
    ],
    [named("endpoint.updated", "ep_1", {}), "/settings/api/webhooks/ep_1"],
  ] as const)
    expect(linkIn(entry)).toBe(`/studio-nord${path}`)
})

it("a deleted webhook, a delivery, a member and an imported file have no link", () => {
  for (const entry of [
    { action: "endpoint.deleted", subject_id: "ep_2", before: { url: "https://old.example" }, after: null },
    { action: "delivery.resent", subject_id: "dlv_1", after: { event_type: "scan.completed" } },
    { action: "member.removed", subject_id: "usr_2", before: { role: "viewer" }, after: null },
    { action: "data_source.file_imported", subject_id: "cli_1", after: { name: "spend.csv" } },
  ])
    expect(linkIn(entry)).toBeUndefined()
})

it("a long prompt is cut", () => {
  const entry = { action: "ai_visibility.prompt_updated", before: null, after: { text: "bike ".repeat(50) } }
  expect(sentence(entry)).toMatch(/^Ada changed the prompt (bike ){19}bike…$/)
})

it("an action of another release keeps its name", () => {
  expect(sentence({ action: "widget.created", after: { name: "Sessions" } })).toBe("Ada widget.created Sessions")
})

it("every action of the audit log has words, and belongs to a choice of the filter", () => {
  const withoutChoice = auditActions.filter((action) => !(`${action.split(".")[0]}.` in actionGroupNames))
  expect(withoutChoice.filter((action) => !/^(operator|account)\./.test(action))).toEqual([])
  expect(auditActions.filter((action) => actionLabel(action) === action)).toEqual([])
})

it("a label with a name contains it once", () => {
  for (const action of auditActions) {
    const named = namedAction(action, "Production")
    if (named) expect(`${named.start}${named.end}`, action).not.toMatch(/[{}]/)
    if (named) expect(nameFieldOf(action), action).toMatch(/^[a-z_]+$/)
  }
})

it("the sentence of a paused webhook does not repeat its state, which the details contain", () => {
  const change = { before: { state: "active" }, after: { state: "paused_user" } }
  const pause = { ...change, action: "endpoint.paused", subject_id: "ep_1" }
  expect(sentence(pause)).toBe("Ada paused the webhook https://crm.example/hooks")
  expect(rendered(pause)).toContain("paused_user")
})
