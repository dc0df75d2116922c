/** Table of the audit log: one sentence for each change, with the old and new values on demand. */
import type { Data } from "@/components/api/types"
import { Time } from "@/components/time"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { actionLabel } from "./action-labels"
import { Changes } from "./changes"

type Entry = Data<"audit", "list">[number]

export function AuditTable({ entries }: { entries: Entry[] }) {
  return (
    <Table optionsName="changes" label="Changes">
      <thead>
        <tr>
          <Th>When</Th>
          <Th>Change</Th>
          <Th className="max-md:hidden">IP address</Th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Tr key={entry.id} className="align-top">
            <Td className="w-px whitespace-nowrap text-quiet">
              <Time at={entry.created_at} />
            </Td>
            <Td className="wrap-anywhere">
              <Sentence entry={entry} />
              {hasFields(entry) && (
                <details className="mt-0.5 text-quiet">
                  <summary className="w-fit text-small hover:text-text">Details</summary>
                  <Changes before={entry.before} after={entry.after} />
                </details>
              )}
            </Td>
            <Td className="w-px whitespace-nowrap text-quiet max-md:hidden">{entry.ip}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

/** "Ada Lindqvist rotated an API key Production" */
function Sentence({ entry }: { entry: Entry }) {
  const { actor_label, actor_is_gone, action, subject_id } = entry
  const name = nameIn(entry.after) ?? nameIn(entry.before)
  return (
    <p>
      <strong>{actor_label}</strong>
      {actor_is_gone && <span className="text-quiet"> (no longer in the team)</span>} {actionLabel(action)}
      {name && (
        <>
          {" "}
          <em>{name}</em>
        </>
      )}
      {subject_id && shownId.test(subject_id) && <code className="ml-1.5 text-quiet text-small">{subject_id}</code>}
    </p>
  )
}

/** The name of the changed object, if the entry has it. */
function nameIn(state: unknown): string | undefined {
  const { name } = (state ?? {}) as { name?: unknown }
  return typeof name === "string" ? name : undefined
}

const hasFields = ({ before, after }: Entry) =>
  [before, after].some((state) => state && typeof state === "object" && Object.keys(state).length > 0)

/** Ids that the log shows, because the entries of these objects may contain no name. */
const shownId = /^(key|ep|dlv|rec)_/
