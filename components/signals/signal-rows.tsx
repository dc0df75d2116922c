/** A short list of incidents: the title of the most severe signal, its day, and links to the other signals. */
import { Link } from "@/components/link"
import { Lamp } from "@/components/ui/lamp"
import { EventDate } from "./event-date"
import { OtherSignals } from "./other-signals"
import type { SignalGroup } from "./signal-groups"
import { severityNames, severityStates } from "./signal-labels"

/** `path`: the path of the inbox. */
export const SignalRows = ({ groups, path }: { groups: SignalGroup[]; path: string }) => (
  <ul className="divide-y divide-line rounded-box border border-line bg-surface">
    {groups.map(({ lead, others }) => (
      <li
        key={lead.id}
        className="relative grid grid-cols-[auto_1fr] items-baseline gap-x-3 px-3 py-2 hover:bg-hover sm:grid-cols-[auto_1fr_auto]"
      >
        <Lamp state={severityStates[lead.severity]} />
        <div className="min-w-0">
          <Link href={`${path}/${lead.id}`} className="break-words after:absolute after:inset-0">
            {lead.title}
          </Link>
          <OtherSignals signals={others} path={path} leadId={lead.id} />
        </div>
        <span className="text-quiet text-table max-sm:col-start-2">
          {severityNames[lead.severity]}, <EventDate signal={lead} />
        </span>
      </li>
    ))}
  </ul>
)
