/**
 * The documentation of our webhook requests, at the address in their `user-agent`, for people who find one in their
 * server's log.
 */
import { BareFrame } from "@/components/frame/bare-frame"
import { CodeBlock } from "@/components/ui/code-block"

export const metadata = { title: "Webhooks" }

const check = `import { Webhook } from "standardwebhooks"

const webhook = new Webhook(process.env.SIGNALBOX_WEBHOOK_SECRET)
// body: the bytes as they came, before any parsing
const event = webhook.verify(body, headers)`

export default function WebhooksPage() {
  return (
    <BareFrame>
      <article className="mx-auto mt-[8dvh] w-full max-w-[64ch]">
        <h1 className="text-title">Webhooks of Signalbox</h1>
        <h2 className="mt-8 text-head">What they are</h2>
        <p className="mt-1">
          Your server got a POST with JSON from here because a team registered its address. It says what happened in
          that team, such as a signal or a finished scan.
        </p>
        <h2 className="mt-6 mb-2 text-head">How to verify one</h2>
        <p className="mb-2">
          Each is signed as Standard Webhooks says, with the secret that the team was shown. Refuse what does not fit.
        </p>
        <CodeBlock code={check} label="Verifying in Node" />
        <h2 className="mt-6 text-head">What to answer</h2>
        <p className="mt-1">
          Any 2xx within ten seconds. Everything else is tried again, ten times in three days at most. The same event
          can come twice, with the same <code>webhook-id</code>.
        </p>
        <h2 className="mt-6 text-head">How to stop them</h2>
        <p className="mt-1">
          Answer 410: no more will come until somebody of the team asks for them again. Who the team is stands in the
          body, as <code>team.id</code>.
        </p>
      </article>
    </BareFrame>
  )
}
