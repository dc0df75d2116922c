/** Looks up the delivery before its page starts to stream, because a response that has started cannot become a 404. */
import type { ReactNode } from "react"
import { findDelivery } from "./find-delivery"

type Props = { params: Promise<{ team: string; delivery: string }>; children: ReactNode }

export default async function DeliveryLayout({ params, children }: Props) {
  const { team, delivery } = await params
  await findDelivery(team, delivery)
  return children
}
