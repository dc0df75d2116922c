/** The next steps after a project is created, and the number of answers that a scan of usual size needs. */
import { count } from "@/domain/kernel/format-count"
import { formatFactors } from "./estimate-numbers"

/** A usual first scan. A new project has 3 runs. */
const usualScan = { prompts_n: 12, engines_n: 3, runs_per_prompt: 3 }

const steps = [
  ["Competitors", "Add the brands that you compare yours with, about 5. Answers also suggest some."],
  ["Prompts", "Add the questions that your customers ask, at least 10."],
  ["Engines and schedule", "Choose the AI engines, and when scans start."],
  [
    "First scan",
    "Check the number of answers and the cost before you start it. Results appear when the scan finishes.",
  ],
]

/** `regions`: the number of chosen regions. */
export function WhatComesNext({ regions }: { regions: number }) {
  const { prompts_n, engines_n, runs_per_prompt } = usualScan
  const answers = prompts_n * engines_n * runs_per_prompt * Math.max(1, regions)
  return (
    <section
      aria-labelledby="what-comes-next"
      className="rounded-box border border-line bg-surface p-4 lg:sticky lg:top-6"
    >
      <h2 id="what-comes-next" className="mb-3 text-head">
        What comes next
      </h2>
      <ol className="grid gap-3">
        {steps.map(([name, about], i) => (
          <li key={name} className="flex gap-3">
            <span aria-hidden className="figures text-quiet">
              {i + 1}
            </span>
            <span className="min-w-0">
              <span className="block font-strong">{name}</span>
              <span className="block text-quiet text-table">{about}</span>
            </span>
          </li>
        ))}
      </ol>
      <dl className="mt-4 border-line border-t pt-4">
        <dt className="text-quiet text-table">Answers per scan, for example</dt>
        <dd>
          <span className="figures block text-title">{count(answers)}</span>
          <span className="block text-quiet text-small">{formatFactors({ ...usualScan, regions_n: regions })}</span>
        </dd>
      </dl>
    </section>
  )
}
