/** The page on which a user allows or denies an app. */
import type { Metadata } from "next"
import { headers } from "next/headers"
import { BareFrame } from "@/components/frame/bare-frame"
import { NarrowPage } from "@/components/frame/narrow-page"
import { ConsentForm } from "@/components/mcp/consent-form"
import { readConsent } from "@/server/oauth/consent-page"
import { requirePerson } from "@/server/visit"

export const metadata: Metadata = { title: "Connect an app" }

export default async function ConsentPage({ params }: { params: Promise<{ request: string }> }) {
  const { request } = await params
  const { person } = await requirePerson()
  const consent = await readConsent(request, await headers(), person.id)
  if (!consent)
    return (
      <BareFrame>
        <NarrowPage
          title="Request no longer valid"
          lead="This request has expired, was already answered, or was opened by another account. Start again from your app."
        >
          <p className="text-quiet">You are signed in as {person.email}.</p>
        </NarrowPage>
      </BareFrame>
    )
  return (
    <BareFrame>
      <NarrowPage
        title={`Connect ${consent.appName} (${consent.appHost}) to Signalbox`}
        lead={`The app asks for access to the data of one of your teams. It acts for you: ${person.email}.`}
      >
        <ConsentForm action={`/oauth/consent/${request}/answer`} {...consent} />
      </NarrowPage>
    </BareFrame>
  )
}
