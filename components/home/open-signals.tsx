/** The open signals of the team, the most recent first. Nothing is shown when there are none. */
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { type Signal, severityNames, severityStates } from "@/components/signals/signal-labels"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"

type Props = { signals: Signal[]; total: number; path: string }

export function OpenSignals({ signals, total, path }: Props) {
  if (signals.length === 0) return null
  return (
    <Section
      title="Open signals"
      actions={
        <Button asChild size="small">
          <Link href={path}>{total > signals.length ? `View all ${total}` : "View signals"}</Link>
        </Button>
      }
    >
      <ul className="divide-y divide-line rounded-box border border-line bg-surface">
        {signals.map(({ id, title, client, severity, first_detected_at }) => (
          <li key={id} className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 hover:bg-hover">
            <Link
              href={`${path}/${id}`}
              className="min-w-0 flex-1 break-words font-strong after:absolute after:inset-0"
            >
              {title}
            </Link>
            <bdi className="text-quiet text-table">{client.name}</bdi>
            <Badge state={severityStates[severity]}>{severityNames[severity]}</Badge>
            <span className="text-quiet text-table">
              <Time at={first_detected_at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
