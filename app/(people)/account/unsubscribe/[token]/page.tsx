/**
 * Page to turn off the daily signal email of a team. The link in the email opens it. The page changes nothing until the
 * user confirms, because mail programs open links too.
 */
import type { Metadata } from "next"
import { NarrowPage } from "@/components/frame/narrow-page"
import { Unsubscribe } from "@/components/people/unsubscribe"

export const metadata: Metadata = { title: "Turn off email" }

export default async function UnsubscribePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  return (
    <NarrowPage title="Turn off the daily email" lead="You will get no more emails about this team's new signals.">
      <Unsubscribe token={decodeURIComponent(token)} />
    </NarrowPage>
  )
}
