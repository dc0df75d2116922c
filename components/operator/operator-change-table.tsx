/** Table of the changes that operators made, newest first. */
import type { Data } from "@/components/api/types"
import { Empty } from "@/components/lists/empty"
import { actionLabel } from "@/components/settings/action-labels"
import { Changes } from "@/components/settings/changes"
import { Time } from "@/components/time"
import { Table, Td, Th, Tr } from "@/components/ui/table"

export function OperatorChangeTable({ changes }: { changes: Data<"installation", "listChanges"> }) {
  if (changes.length === 0)
    return <Empty title="No changes yet">Changes to plans, limits, engines and suspensions appear here.</Empty>
  return (
    <>
      <p className="mb-3 text-quiet">Changes to plans, limits, engines and suspensions, newest first.</p>
      <Table optionsName="operator-changes" label="Changes" isCards className="md:min-w-[860px]">
        <thead>
          <tr>
            <Th>When</Th>
            <Th>Operator</Th>
            <Th>Team or account</Th>
            <Th>Action</Th>
            <Th>Details</Th>
            <Th>IP address</Th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <Tr key={change.id} className="align-top">
              <Td className="text-quiet">
                <Time at={change.created_at} />
              </Td>
              <Td label="by">{change.actor_label}</Td>
              <Td className="max-w-56 break-words font-strong">{change.subject_label}</Td>
              <Td className="whitespace-nowrap">{actionLabel(change.action)}</Td>
              <Td className="max-w-72 text-quiet">
                <Changes before={change.before} after={change.after} />
              </Td>
              <Td label="from" className="whitespace-nowrap text-quiet">
                {change.ip ?? "command line"}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
