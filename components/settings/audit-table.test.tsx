import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { auditActions } from "@/domain/audit/actions"
import { actionGroupNames, actionLabel } from "./action-labels"
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
  const html = renderToString(<AuditTable entries={[{ ...rotation, ...entry }]} names={{}} />)
  return html.match(/<summary[^>]*>(.*?)<\/summary>/s)?.[1]?.replaceAll(/<!-- -->|<[^>]*>/g, "")
}

it("a rotation names the key and until when the old one works", () => {
  expect(sentence({})).toMatch(/^Ada rotated an API key: Production, the old one works until Sat 28 Nov, \d\d:\d\d$/)
  const ended = { ...rotation.after, grace_until: rotation.created_at }
  expect(sentence({ after: ended })).toBe("Ada rotated an API key: Production")
})

it("every action of the audit log has words, and belongs to a choice of the filter", () => {
  const withoutChoice = auditActions.filter((action) => !(`${action.split(".")[0]}.` in actionGroupNames))
  expect(withoutChoice.filter((action) => !/^(operator|account)\./.test(action))).toEqual([])
  expect(auditActions.filter((action) => actionLabel(action) === action)).toEqual([])
})
