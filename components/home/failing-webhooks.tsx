/** Lists failing and disabled webhooks with the reason. Renders nothing when there are none. */
import type { Webhook } from "@/components/api/types"
import { Link } from "@/components/link"
import { TextWithTimes } from "@/components/webhooks/text-with-times"
import { WebhookHealth } from "@/components/webhooks/webhook-health"
import { WebhookUrl } from "@/components/webhooks/webhook-url"
import { count } from "@/domain/kernel/format-count"

/** `total` counts all failing and disabled webhooks. `webhooks` are the first of them. */
type Props = { webhooks: Webhook[]; total: number; base: string }

export function FailingWebhooks({ webhooks, total, base }: Props) {
  if (webhooks.length === 0) return null
  const rest = total - webhooks.length
  return (
    <section className="mb-8" aria-labelledby="failing-webhooks">
      <h2 id="failing-webhooks" className="mb-3 text-head">
        Webhooks that need attention
      </h2>
      <ul className="divide-y divide-line rounded-box border border-line bg-surface">
        {webhooks.map((webhook) => (
          <li key={webhook.id} className="relative px-4 py-3 hover:bg-hover">
            <div className="flex items-center justify-between gap-x-4">
              <Link href={`${base}/${webhook.id}`} className="min-w-0 after:absolute after:inset-0">
                <WebhookUrl url={webhook.url} />
              </Link>
              <WebhookHealth webhook={webhook} />
            </div>
            <p className="mt-0.5 max-w-[90ch] text-pretty break-words text-quiet">
              <TextWithTimes text={webhook.why} />
            </p>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="mt-2 text-table">
          <Link href={base} className="text-accent underline underline-offset-2">
            {count(rest)} more
          </Link>
        </p>
      )}
    </section>
  )
}
