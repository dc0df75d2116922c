/** Lists the next scheduled scans and syncs, and the next email of new signals. */
import type { Data } from "@/components/api/types"
import { formatScheduled } from "@/components/format-date"
import { ActionLink } from "@/components/frame/action-link"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { urlWithQuery } from "@/components/lists/pager"
import { Lamp } from "@/components/ui/lamp"
import { pluralize } from "@/domain/kernel/format-count"

type Upcoming = Data<"home", "listUpcoming">[number]

/** `zone`: the time zone of the team. */
type Props = { upcoming: Upcoming[]; teamPath: string; zone: string }

export function UpcomingList({ upcoming, teamPath, zone }: Props) {
  if (upcoming.length === 0)
    return (
      <Section title="Scheduled next">
        <Empty
          isInline
          title="Nothing is scheduled"
          action={<ActionLink href={`${teamPath}/ai-visibility`}>View AI visibility projects</ActionLink>}
        >
          The next scans of projects with a schedule and the next syncs of connected sources appear here.
        </Empty>
      </Section>
    )
  return (
    <Section title="Scheduled next">
      <ol>
        {upcoming.map((item) => (
          <li
            key={`${item.kind} ${item.project?.id}`}
            className="group relative grid grid-cols-[auto_1fr] gap-x-3 pb-4 last:pb-0"
          >
            <span className="flex h-5 items-center">
              <Lamp state="idle" />
            </span>
            <span aria-hidden className="absolute top-5 bottom-0 left-[4.5px] w-px bg-line group-last:hidden" />
            <div className="min-w-0">
              <Subject item={item} teamPath={teamPath} />
              <p className="text-quiet text-table">
                <time dateTime={item.at} title={`Time in ${zone}`} className="whitespace-nowrap">
                  {formatScheduled(new Date(item.at), zone)}
                </time>
                {item.project && `, ${pluralize(item.count, "answer")}`}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Says what runs, with a link to what it is about. */
function Subject({ item: { project, source, count }, teamPath }: { item: Upcoming; teamPath: string }) {
  if (project)
    return (
      <Link href={`${teamPath}/ai-visibility/${project.id}/scans`} className={linkClass}>
        Scan of <strong>{project.name}</strong>
      </Link>
    )
  if (source)
    return (
      <Link href={count === 1 ? `${teamPath}/sources/${source.id}` : `${teamPath}/sources`} className={linkClass}>
        Sync of <strong>{source.name}</strong>
        {count > 1 && ` and ${pluralize(count - 1, "other source")}`}
      </Link>
    )
  return (
    <Link href={urlWithQuery(`${teamPath}/signals`, { status: "open" })} className={linkClass}>
      Email of {pluralize(count, "new signal")}
    </Link>
  )
}

const linkClass = "break-words hover:underline"
