/** Table of the audit log: one sentence for each change, with the old and new values on demand. */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { LoggedTime, ScheduledTime } from "@/components/logged-time"
import { Breakable } from "@/components/ui/breakable"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { actionLabel, namedAction } from "./action-labels"
import { type NamesById, subjectName, subjectPath } from "./audit-subject"
import { Changes, changedFields } from "./changes"

type Entry = Data<"audit", "list">[number]

type Props = {
  entries: Entry[]
  names: NamesById
  /** The path of the team, such as `/studio-nord`. */
  base: string
  sorting?: Sorting
}

export function AuditTable({ entries, sorting, ...context }: Props) {
  const hasIps = entries.some(({ ip }) => ip !== null)
  return (
    <Table optionsName="changes" label="Changes" isCards>
      <thead>
        <tr>
          <SortTh column="created_at" sorting={sorting} directions={descendingFirst}>
            When
          </SortTh>
          <Th>Change</Th>
          {hasIps && <Th className="max-md:hidden">IP address</Th>}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Tr key={entry.id} className="align-top">
            <Td className="w-px whitespace-nowrap text-quiet">
              <LoggedTime at={entry.created_at} />
            </Td>
            <Td className="wrap-anywhere max-md:w-full">
              {hasFields(entry) || subjectLink(entry, context.names) ? (
                <details>
                  <summary className="-mx-1 rounded-box px-1 marker:text-quiet hover:bg-hover max-md:min-h-6">
                    <Sentence entry={entry} {...context} />
                  </summary>
                  <div className="mt-1 mb-1 ml-1 border-line border-l pl-3 text-quiet">
                    {hasFields(entry) && <Changes before={entry.before} after={entry.after} />}
                    <SubjectLink entry={entry} {...context} />
                  </div>
                </details>
              ) : (
                // Aligned with the sentences of other rows, which stand behind a disclosure triangle.
                <p className="pl-3.5">
                  <Sentence entry={entry} {...context} />
                </p>
              )}
            </Td>
            {hasIps && <Td className="w-px whitespace-nowrap text-quiet max-md:hidden">{entry.ip ?? "–"}</Td>}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

type EntryProps = Pick<Props, "names" | "base"> & { entry: Entry }

/** "Ada Lindqvist rotated the key Production". Without links, because a summary that opens details cannot have any. */
function Sentence({ entry, names }: EntryProps) {
  const { actor_label, actor_is_gone, action, subject_id } = entry
  const name = subjectName(entry, names)
  const isOther = name !== undefined && name !== actor_label
  const named = isOther ? namedAction(action, name) : null
  return (
    <>
      <span className="font-strong">{actor_label}</span>
      {actor_is_gone && <span className="text-quiet"> (no longer in the team)</span>}{" "}
      {named ? (
        <>
          {named.start}
          <span className="font-strong">
            <Breakable text={named.name} />
          </span>
          {named.end}
        </>
      ) : (
        <>
          {actionLabel(action)}
          {isOther && (
            <>
              : <Breakable text={name} />
            </>
          )}
        </>
      )}
      <ChangeSummary entry={entry} isFirst={named === null} />
      <EndOfOldKey entry={entry} />
      {!name && subject_id && shownIdPattern.test(subject_id) && (
        <code className="ml-1.5 text-quiet text-small">{subject_id}</code>
      )}
    </>
  )
}

function SubjectLink({ entry, names, base }: EntryProps) {
  const link = subjectLink(entry, names)
  if (!link) return null
  return (
    <Link href={base + link.path} className="mt-1 inline-block min-h-6 text-accent hover:underline">
      Open <Breakable text={link.name} />
    </Link>
  )
}

/** The name and the page of the changed object. Null if one of them is not known. */
function subjectLink(entry: Entry, names: NamesById) {
  const name = subjectName(entry, names)
  const path = subjectPath(entry, names)
  return name === undefined || path === null ? null : { name, path }
}

/** The time until which the old key of a rotation works. Renders nothing if it ended immediately. */
function EndOfOldKey({ entry: { action, after, created_at } }: { entry: Entry }) {
  const end = action === "key.rotated" && (after as { grace_until?: unknown } | null)?.grace_until
  if (typeof end !== "string" || end <= created_at) return null
  return (
    <span className="text-quiet">
      , the old one works until <ScheduledTime at={end} />
    </span>
  )
}

/** The names of the changed fields. For a single field with short values, also its old and new value. */
function ChangeSummary({ entry: { before, after }, isFirst }: { entry: Entry; isFirst: boolean }) {
  const all = before && after ? changedFields(before, after) : []
  // The verb says the state already, as in "paused the webhook".
  const fields = all.filter(({ label }) => label !== "state")
  const [only] = fields
  if (!only) return null
  const showsValues = fields.length === 1 && only.from.length + only.to.length < 60
  const text = showsValues
    ? `${only.label} from ${only.from} to ${only.to}`
    : fields.map(({ label }) => label).join(", ")
  return (
    <span className="text-quiet">
      {isFirst ? ": " : ", "}
      {text}
    </span>
  )
}

const hasFields = ({ before, after }: Entry) =>
  [before, after].some((state) => state && typeof state === "object" && Object.keys(state).length > 0)

/** The log shows the ids of these objects, because their entries may contain no name. */
const shownIdPattern = /^(key|ep|dlv|rec)_/
