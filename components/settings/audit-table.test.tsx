import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { auditActions } from "@/domain/audit/actions"
import { actionGroupNames, actionLabel, namedAction } from "./action-labels"
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

function sentence(entry: object) {
  const html = renderToString(<AuditTable entries={[{ ...rotation, ...entry }]} names={{ usr_2: "Grace" }} />)
  return html.match(/<summary[^>]*>(.*?)<\/summary>/s)?.[1]?.replaceAll(/<!-- -->|<[^>]*>/g, "")
}

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
    if (named) expect(`${named.start}${named.end}`, action).not.toContain("{")
  }
})
