/** Lists the next scheduled scans and syncs. */
import type { Data } from "@/components/api/types"
import { formatScheduled } from "@/components/format-date"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { Lamp } from "@/components/ui/lamp"
import { pluralize } from "@/domain/kernel/format-count"

type Upcoming = Data<"home", "listUpcoming">

/** `base`: the path of the team. `zone`: its time zone. */
type Props = { upcoming: Upcoming; base: string; zone: string }

export function UpcomingList({ upcoming, base, zone }: Props) {
  if (upcoming.length === 0)
    return (
      <Section title="Scheduled next">
        <p className="text-quiet">Nothing is scheduled. The next scans and syncs appear here.</p>
      </Section>
    )
  return (
    <Section title="Scheduled next">
      <ol>
        {upcoming.map(({ kind, at, project, count }) => (
          <li
            key={`${kind} ${project?.id}`}
            className="group relative grid grid-cols-[auto_1fr] gap-x-3 pb-4 last:pb-0"
          >
            <span className="flex h-5 items-center">
              <Lamp state="idle" />
            </span>
            <span aria-hidden className="absolute top-5 bottom-0 left-[4.5px] w-px bg-line group-last:hidden" />
            <div className="min-w-0">
              {project ? (
                <Link href={`${base}/ai-visibility/${project.id}/scans`} className="break-words hover:underline">
                  Scan of <strong>{project.name}</strong>
                </Link>
              ) : (
                <Link href={`${base}/sources`} className="hover:underline">
                  Sync of {pluralize(count, "source")}
                </Link>
              )}
              <p className="text-quiet text-table">
                <time dateTime={at} title={`Time in ${zone}`} className="whitespace-nowrap">
                  {formatScheduled(new Date(at), zone)}
                </time>
                {project && `, ${pluralize(count, "answer")}`}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
