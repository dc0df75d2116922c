/** A short list of signals: how severe each is, its title, and when it was detected. */
import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { Lamp } from "@/components/ui/lamp"
import { type Signal, severityNames, severityStates } from "./signal-labels"

/** `path`: the path of the inbox. */
export const SignalRows = ({ signals, path }: { signals: Signal[]; path: string }) => (
  <ul className="divide-y divide-line rounded-box border border-line bg-surface">
    {signals.map(({ id, title, severity, first_detected_at }) => (
      <li
        key={id}
        className="relative grid grid-cols-[auto_1fr] items-baseline gap-x-3 px-3 py-2 hover:bg-hover sm:grid-cols-[auto_1fr_auto]"
      >
        <Lamp state={severityStates[severity]} />
        <Link href={`${path}/${id}`} className="min-w-0 break-words after:absolute after:inset-0">
          {title}
        </Link>
        <span className="text-quiet text-table max-sm:col-start-2">
          {severityNames[severity]}, <Time at={first_detected_at} />
        </span>
      </li>
    ))}
  </ul>
)
