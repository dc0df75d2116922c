import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { MemberTable } from "./member-table"
import { roleDescriptions, roleSummaries } from "./role-descriptions"

const roles = ["owner", "admin", "member", "viewer"] as const

it("each row says what the member may do, in the words of the list of roles", () => {
  const joined_at = "2026-11-01T08:00:00.000Z"
  const members = roles.map((role) => ({
    ...{ person_id: `usr_${role}`, name: role, email: `${role}@example.com` },
    ...{ role, joined_at, last_seen_at: null },
  }))
  const sorting = { path: "/studio-nord/settings/members", query: {}, sort: "" }
  const html = renderToString(
    <MemberTable members={members as never} myId="usr_viewer" myRole="viewer" sorting={sorting} />,
  )
  const rows = html.split("<tr").slice(2)
  expect(rows).toHaveLength(roles.length)
  for (const [i, role] of roles.entries()) {
    expect(rows[i]).toContain(roleSummaries[role])
    expect(roleDescriptions[role].startsWith(roleSummaries[role])).toBe(true)
  }
})
