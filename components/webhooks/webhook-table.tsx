/** Table of a team's webhooks: URL, health with its reason, and the attempts of the last day. */
import type { Data, Webhook } from "@/components/api/types"
import { formatMilliseconds } from "@/components/format-duration"
import { Link } from "@/components/link"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count, pluralize } from "@/domain/kernel/format-count"
import { AttemptBars } from "./attempt-bars"
import { successRate } from "./success-rate"
import { WebhookHealth } from "./webhook-health"
import { WebhookUrl } from "./webhook-url"

/** `stats` is about the last 24 hours. */
type WebhookWithStats = { webhook: Webhook; stats: Data<"webhooks", "getStats"> }
type Props = { webhooks: WebhookWithStats[]; base: string; sorting: Sorting }

/** Hides a column on phones. There, the first column has the success rate and the held events. */
const hiddenOnPhones = "max-md:hidden"

export function WebhookTable({ webhooks, base, sorting }: Props) {
  return (
    <Table optionsName="webhooks" label="Webhooks" className="md:min-w-[820px]">
      <thead>
        <tr>
          <SortTh column="url" sorting={sorting}>
            URL
          </SortTh>
          <Th>Health</Th>
          <Th className={hiddenOnPhones}>Events</Th>
          <Th className={hiddenOnPhones}>Last 24 hours</Th>
          <Th className={`${numeric} ${hiddenOnPhones}`}>Success rate</Th>
          <Th className={`${numeric} ${hiddenOnPhones}`} title="95% of responses in the last 24 hours were faster">
            p95
          </Th>
          <Th className={`${numeric} ${hiddenOnPhones}`}>Queued</Th>
          <Th className={`${numeric} ${hiddenOnPhones}`}>Held</Th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map(({ webhook, stats }) => (
          <Tr key={webhook.id} className="relative hover:bg-hover">
            <Td className="max-w-72 max-md:w-full max-md:max-w-0">
              <Link href={`${base}/${webhook.id}`} className="after:absolute after:inset-0">
                <WebhookUrl url={webhook.url} />
              </Link>
              {webhook.description && (
                <span className="block text-quiet text-small md:truncate">{webhook.description}</span>
              )}
              <span className="block text-quiet text-small md:hidden">{lastDaySentence(webhook, stats)}</span>
            </Td>
            <Td title={webhook.why}>
              <WebhookHealth webhook={webhook} />
            </Td>
            <Td className={hiddenOnPhones}>
              <EventTypes types={webhook.event_types} />
            </Td>
            <Td className={hiddenOnPhones}>
              <AttemptBars buckets={stats.buckets} />
            </Td>
            <Td className={`${numeric} ${hiddenOnPhones} whitespace-nowrap`}>{successRate(stats.totals)}</Td>
            <Td className={`${numeric} ${hiddenOnPhones} whitespace-nowrap`}>
              {formatMilliseconds(stats.totals.p95_ms)}
            </Td>
            <Td className={`${numeric} ${hiddenOnPhones}`}>
              {countOrDash(webhook.counts.pending + webhook.counts.in_flight)}
            </Td>
            <Td className={`${numeric} ${hiddenOnPhones}`}>{countOrDash(webhook.counts.held)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The first event type, and the number of the others. */
function EventTypes({ types }: { types: string[] }) {
  const [first, ...others] = types
  if (types.includes("*")) return "all"
  return (
    <span title={types.join(", ")}>
      <code className="whitespace-nowrap text-small">{first}</code>
      {others.length > 0 && <span className="block text-quiet text-small">+{count(others.length)} more</span>}
    </span>
  )
}

/** The success rate and the held events as a sentence for phones, such as "99.8% succeeded in 24 hours, 3 events held". */
function lastDaySentence({ counts }: Webhook, { totals }: WebhookWithStats["stats"]) {
  const attempts = totals.attempts === 0 ? "No attempts in 24 hours" : `${successRate(totals)} succeeded in 24 hours`
  return counts.held === 0 ? attempts : `${attempts}, ${pluralize(counts.held, "event")} held`
}

const countOrDash = (n: number) => (n > 0 ? count(n) : "–")
