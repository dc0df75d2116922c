/**
 * Table of the engines of a scan that has ended: their answers, their failed questions with advice, and their speed.
 * Closed when every answer arrived.
 */
import { Badge } from "@/components/ui/badge"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { engineName } from "@/domain/ai-engines/engine-names"
import { count } from "@/domain/kernel/format-count"
import { EngineErrors } from "./engine-errors"
import type { Progress } from "./scan-labels"

/** `path` is the path of the scan's page. */
type Props = { engines: Progress["engines"]; path: string }

export function EngineResults({ engines, path }: Props) {
  const hasFailed = engines.some(({ failed }) => failed > 0)
  const hasSkipped = engines.some(({ skipped }) => skipped > 0)
  const isComplete = engines.every(({ succeeded, total }) => succeeded === total)
  return (
    <details open={!isComplete} className="mb-10">
      <summary className="mb-3 w-fit text-quiet text-table hover:text-text max-md:min-h-6">Answers by engine</summary>
      <Table label="Engines">
        <thead>
          <tr>
            <Th>Engine</Th>
            <Th className={numeric}>Answers</Th>
            {hasFailed && <Th className={numeric}>Failed</Th>}
            {hasSkipped && <Th className={numeric}>Skipped</Th>}
            <Th className={`${numeric} max-sm:hidden`}>Answers per minute</Th>
          </tr>
        </thead>
        <tbody>
          {engines.map((engine) => (
            <Tr key={engine.engine_id} className={engine.errors.length > 0 ? "align-top" : undefined}>
              <Td>
                <span className="flex flex-wrap items-center gap-x-2 font-strong">
                  {engineName(engine.engine_id)}
                  {engine.is_sample && <Badge>sample data</Badge>}
                </span>
                <EngineErrors engine={engine} path={path} />
              </Td>
              <Td className={`${numeric} whitespace-nowrap`}>
                {count(engine.succeeded)} <span className="text-quiet">of {count(engine.total)}</span>
              </Td>
              {hasFailed && (
                <Td className={`${numeric} ${engine.failed > 0 ? "text-danger-text" : "text-quiet"}`}>
                  {count(engine.failed)}
                </Td>
              )}
              {hasSkipped && <Td className={`${numeric} text-quiet`}>{count(engine.skipped)}</Td>}
              <Td className={`${numeric} text-quiet max-sm:hidden`}>
                {engine.answers_per_minute ? engine.answers_per_minute.toFixed(1) : "–"}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </details>
  )
}
