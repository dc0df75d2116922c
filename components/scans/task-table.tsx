/** Table of a scan's questions with their errors. */
import type { Data } from "@/components/api/types"
import { Time } from "@/components/time"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { engineName } from "@/domain/ai-engines/engine-names"
import { describeError } from "./error-labels"

type Task = Data<"scans", "listTasks">[number]

export const taskStates: Record<Task["status"], string> = {
  failed: "failed",
  pending: "waiting",
  running: "in flight",
  succeeded: "answered",
  skipped: "skipped",
}

export function TaskTable({ tasks }: { tasks: Task[] }) {
  const hasRegions = tasks.some((task) => task.region !== "")
  return (
    <Table optionsName="scan-questions" label="Questions" isCards className="md:min-w-[640px]">
      <thead>
        <tr>
          <Th>Prompt</Th>
          <Th>Engine</Th>
          {hasRegions && <Th>Region</Th>}
          <Th className={numeric}>Run</Th>
          <Th>Status</Th>
          <Th className={numeric}>Attempts</Th>
        </tr>
      </thead>
      <tbody>
        {tasks.map((task) => (
          <Tr key={task.id} className="align-top">
            <Td className="min-w-56 max-w-md break-words">{task.prompt.text}</Td>
            <Td className="whitespace-nowrap">{engineName(task.engine_id)}</Td>
            {hasRegions && <Td>{task.region || "–"}</Td>}
            <Td className={numeric}>{task.run_index}</Td>
            <Td className="min-w-52">
              {taskStates[task.status]}
              {task.error_code && <span className="block text-quiet">{describeError(task.error_code).label}</span>}
              {task.next_attempt_at && (
                <span className="block text-quiet">
                  next attempt <Time at={task.next_attempt_at} />
                </span>
              )}
            </Td>
            <Td className={numeric}>{task.attempts}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
