/** Table of the audit log: who changed what, with the old and new values. */
import type { Data } from "@/components/api/types"
import { Empty } from "@/components/lists/empty"
import { Time } from "@/components/time"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { actionLabels } from "./action-labels"
import { Changes } from "./changes"

type Entry = Data<"audit", "list">[number]

export function AuditTable({ entries }: { entries: Entry[] }) {
  if (entries.length === 0) return <Empty title="No changes found">No change matches this filter.</Empty>
  return (
    <Table label="Changes" className="min-w-[720px]">
      <thead>
        <tr>
          <Th>When</Th>
          <Th>Actor</Th>
          <Th>Action</Th>
          <Th>Details</Th>
          <Th>IP address</Th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Tr key={entry.id} className="align-top">
            <Td className="text-quiet">
              <Time at={entry.created_at} />
            </Td>
            <Td>
              {entry.actor_label}
              {entry.actor_is_gone && <span className="block text-quiet text-small">no longer in the team</span>}
            </Td>
            <Td className="whitespace-nowrap">
              {actionLabels(entry.action)}
              {entry.subject_id && linkableId.test(entry.subject_id) && (
                <code className="block text-quiet text-small">{entry.subject_id}</code>
              )}
            </Td>
            <Td className="text-quiet">
              <Changes before={entry.before} after={entry.after} />
            </Td>
            <Td className="whitespace-nowrap text-quiet">{entry.ip}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Ids of objects that the log shows by id, because they have no name in the entry. */
const linkableId = /^(key|ep|dlv|rec)_/
