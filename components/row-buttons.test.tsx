import type { ReactElement } from "react"
import { renderToString } from "react-dom/server"
import { expect, it, vi } from "vitest"
import { ShareLinkList } from "@/components/reports/share-link-list"
import { InvitationTable } from "@/components/settings/invitation-table"
import { Notices } from "@/components/webhooks/notices"

vi.mock("@tanstack/react-query", () => ({ useQueryClient: vi.fn() }))
vi.mock("@/components/api/use-action", () => ({ useAction: () => ({ isBusy: false }) }))
vi.mock("@/components/api/provider", () => {
  const action = { mutationOptions: vi.fn() }
  return {
    useApi: () => ({
      teams: { revokeInvitation: action },
      reports: { revokeShareLink: action },
      webhooks: { dismissNotice: action },
    }),
  }
})

const at = "2026-11-20T10:00:00Z"
const invitation = { id: "1", email: "ada@example.com", role: "admin", expires_at: at }
const link = { id: "1", status: "active", created_at: at, created_by: "Ada", expires_at: at }
const notice = { id: "1", kind: "gone", detail: "It is gone.", created_at: at, webhook: { id: "", url: "" } }

/** The accessible names of the buttons: `aria-label`, or the texts that `aria-labelledby` refers to. */
function buttonNames(element: ReactElement) {
  const html = renderToString(element).replaceAll("<!-- -->", "")
  const textOf = (id: string) =>
    html
      .match(new RegExp(` id="${id}"[^>]*>(.*?)</(?:p|button)>`, "s"))?.[1]
      ?.replaceAll(/<[^>]*>/g, "")
      .trim()
  return [...html.matchAll(/<button[^>]*aria-label(ledby)?="([^"]*)"/g)].map(([, isReference, value = ""]) =>
    isReference ? value.split(" ").map(textOf).join(" ") : value,
  )
}

it("names the row in the name of its button", () => {
  const invitations = [invitation, { ...invitation, id: "2", email: null }]
  expect(buttonNames(<InvitationTable invitations={invitations as never} />)).toEqual([
    "Table options: Open invitations",
    "Revoke invitation for ada@example.com",
    "Revoke invitation for anyone with the link (admin)",
  ])
  const links = [link, { ...link, id: "2", created_by: "Grace" }]
  expect(buttonNames(<ShareLinkList links={links as never} total={2} />)).toEqual([
    expect.stringMatching(/^Revoke link Created .* by Ada, works until/),
    expect.stringMatching(/^Revoke link Created .* by Grace, works until/),
  ])
  const notices = [notice, { ...notice, id: "2", detail: "It is failing." }]
  expect(buttonNames(<Notices notices={notices as never} isAdmin />)).toEqual([
    "Dismiss It is gone.",
    "Dismiss It is failing.",
  ])
})
