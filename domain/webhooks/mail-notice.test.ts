import { expect, it } from "vitest"
import { noticeEmail } from "./mail-notice"
import { noticeKinds } from "./notice"

const notice = {
  email: "ada@agency.example",
  team: "Bergamo",
  slug: "bergamo",
  endpoint_id: "ep_01JD3Y8F5V6Q2K9M4N7P0R1S2T",
  detail: "The receiver asked to stop all deliveries",
  url: "https://crm.example/hooks/signalbox",
  description: "CRM",
}

it("an email says what happened, what to do, where to look, and why the person gets it", () => {
  expect(noticeEmail({ ...notice, kind: "gone" })).toEqual({
    to: "ada@agency.example",
    subject: "Webhook crm.example was disabled because its receiver asked to stop",
    text: `The webhook CRM (crm.example) of the team Bergamo was disabled because its receiver asked to stop.

The receiver asked to stop all deliveries.

New events are held for 30 days. If this was a mistake, choose Resume webhook on the webhook's page and send the held events. Otherwise delete the webhook.

Deliveries, attempts and settings:
http://localhost:3000/bergamo/settings/api/webhooks/ep_01JD3Y8F5V6Q2K9M4N7P0R1S2T

You receive this email because you are an owner or admin of Bergamo.
`,
  })
})

it.each(noticeKinds)("the email of %s is complete", (kind) => {
  const { subject, text } = noticeEmail({ ...notice, kind, description: "" })
  expect(subject).toMatch(/^Webhook crm\.example \S.*[^.]$/)
  expect(subject.length).toBeLessThan(78)
  expect(text).toMatch(/^The webhook crm\.example of the team Bergamo /)
  expect(text).not.toMatch(/undefined|\.\.|please|successfully|!/)
})
