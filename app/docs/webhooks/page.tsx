/**
 * The documentation of our webhook requests, at the address in their `user-agent`, for people who find one in their
 * server's log.
 */
import { BareFrame } from "@/components/frame/bare-frame"
import { CodeBlock } from "@/components/ui/code-block"

export const metadata = { title: "Webhooks" }

const check = `import { Webhook } from "standardwebhooks"

const webhook = new Webhook(process.env.SIGNALBOX_WEBHOOK_SECRET)
// body: the raw bytes of the request, before any parsing
const event = webhook.verify(body, headers)`

export default function WebhooksPage() {
  return (
    <BareFrame>
      <article className="mx-auto mt-[8dvh] w-full max-w-[64ch]">
        <h1 className="text-title">Signalbox webhooks</h1>
        <h2 className="mt-8 text-head">What they are</h2>
        <p className="mt-1">
          Signalbox sends your server a POST request with JSON because a team registered your server's URL. The request
          reports an event in that team, such as a new signal or a finished scan.
        </p>
        <h2 className="mt-6 mb-2 text-head">How to verify a request</h2>
        <p className="mb-2">
          Every request is signed according to Standard Webhooks, with the secret of the webhook. Refuse requests whose
          signature is invalid.
        </p>
        <CodeBlock code={check} label="Verification in Node" />
        <h2 className="mt-6 text-head">How to respond</h2>
        <p className="mt-1">
          Respond with a 2xx status within 10 seconds. Otherwise Signalbox retries, up to 10 attempts in 3 days. The
          same event can arrive twice, with the same <code>webhook-id</code>.
        </p>
        <h2 className="mt-6 text-head">How to stop them</h2>
        <p className="mt-1">
          Respond with status 410. Signalbox then sends nothing until a member of the team resumes the webhook. The body
          identifies the team as <code>team.id</code>.
        </p>
      </article>
    </BareFrame>
  )
}
