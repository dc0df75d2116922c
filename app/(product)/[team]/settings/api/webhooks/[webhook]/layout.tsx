/** Looks up the webhook before its page starts to stream, because a response that has started cannot become a 404. */
import type { ReactNode } from "react"
import { findWebhook } from "./find-webhook"

type Props = { params: Promise<{ team: string; webhook: string }>; children: ReactNode }

export default async function WebhookLayout({ params, children }: Props) {
  const { team, webhook } = await params
  await findWebhook(team, webhook)
  return children
}
