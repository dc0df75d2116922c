/** Lists changes that need no attention: the open signals with the severity `info`, such as a new citation. */
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import type { Signal } from "@/components/signals/signal-labels"
import { Time } from "@/components/time"

export function NewsList({ signals, path }: { signals: Signal[]; path: string }) {
  if (signals.length === 0) return null
  return (
    <Section title="Also changed">
      <ul className="divide-y divide-line border-line border-y">
        {signals.map(({ id, title, client, first_detected_at }) => (
          <li key={id} className="relative flex flex-wrap items-baseline gap-x-4 py-2 hover:bg-hover">
            <Link href={`${path}/${id}`} className="min-w-0 flex-1 basis-64 break-words after:absolute after:inset-0">
              <strong>{client.name}</strong>: {title}
            </Link>
            <span className="text-quiet text-table">
              <Time at={first_detected_at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
