/** Compares the size and the precision of a scan with other numbers of runs and prompts. */
"use client"

import { useQueries } from "@tanstack/react-query"
import { useApi } from "@/components/api/provider"
import { Section } from "@/components/frame/section"
import { SkeletonText } from "@/components/ui/skeleton"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"
import { formatFall, formatInterval } from "./precision-labels"
import { type Estimate, estimateInput, type ScanSettings } from "./scan-settings"

type Props = {
  projectId: string
  /** Each new value requests an estimate for every row. */
  settings: ScanSettings
  estimate: Estimate
}
type Variant = { runs: number; prompts: number }

const commonRuns = [1, 3, 5, 10]
const maxPrompts = 2_000

export function WhatIf({ projectId, settings, estimate }: Props) {
  const api = useApi()
  const { prompts_n: prompts, runs_per_prompt: runs } = estimate
  const variants: Variant[] = [
    ...[...new Set([...commonRuns, runs])].sort((a, b) => a - b).map((n) => ({ runs: n, prompts })),
    ...[prompts * 2, prompts * 4].filter((n) => n <= maxPrompts).map((n) => ({ runs, prompts: n })),
  ]
  const estimates = useQueries({
    queries: variants.map(({ runs, prompts }) =>
      api.scans.estimate.queryOptions(
        { ...estimateInput(projectId, settings), runs_per_prompt: runs, prompts_n: prompts },
        { staleTime: 60_000, retry: false, enabled: estimate.tasks > 0 },
      ),
    ),
  })
  if (estimate.tasks === 0) return null
  return (
    <Section
      title="Other numbers of runs and prompts"
      lead="More runs add precision. More prompts cover more of what people ask."
    >
      <Table label="Other numbers of runs and prompts" isCards className="md:min-w-[560px]">
        <thead>
          <tr>
            <Th className={numeric}>Prompts</Th>
            <Th className={numeric}>Runs</Th>
            <Th className={numeric}>Answers per scan</Th>
            <Th className={numeric}>Answers per month</Th>
            <Th className={numeric}>Interval at {percent(estimate.visibility.value, 0)}</Th>
            <Th className={numeric}>Smallest detectable fall</Th>
          </tr>
        </thead>
        <tbody>
          {variants.map((variant, n) => (
            <Row
              key={`${variant.prompts} ${variant.runs}`}
              variant={variant}
              estimate={estimates[n]?.data?.data}
              isLoading={estimates[n]?.isPending ?? true}
              isChosen={variant.runs === runs && variant.prompts === prompts}
            />
          ))}
        </tbody>
      </Table>
    </Section>
  )
}

type RowProps = { variant: Variant; estimate: Estimate | undefined; isLoading: boolean; isChosen: boolean }

function Row({ variant, estimate, isLoading, isChosen }: RowProps) {
  const overall = estimate?.precision[0]
  const missing = isLoading ? <SkeletonText className="w-12" /> : "–"
  return (
    <Tr className={isChosen ? "bg-accent-wash font-strong" : undefined} aria-current={isChosen || undefined}>
      <Td label="prompts" className={numeric}>
        {count(variant.prompts)}
      </Td>
      <Td label="runs" className={numeric}>
        {variant.runs}
      </Td>
      <Td label="answers per scan" className={numeric}>
        {estimate && !estimate.fits && <span className="mr-2 font-normal text-danger-text">over the limit</span>}
        {estimate ? count(estimate.tasks) : missing}
      </Td>
      <Td label="answers per month" className={numeric}>
        {estimate ? monthlyAnswers(estimate) : missing}
      </Td>
      <Td label="interval" className={numeric}>
        {overall ? formatInterval(overall.interval) : missing}
      </Td>
      <Td label="smallest detectable fall" className={numeric}>
        {overall ? formatFall(overall) : missing}
      </Td>
    </Tr>
  )
}

/** A dash for a project without a schedule. */
const monthlyAnswers = ({ scans_a_month: scans, tasks_a_month: answers }: Estimate) =>
  scans === 0 ? "–" : count(answers)
