/** Passages of the project's answers that contain a brand's name, so that people see what counts as a mention. */
"use client"

import { useQuery } from "@tanstack/react-query"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"

type Examples = Data<"aiVisibility", "getBrandExamples">["counted"]

export function BrandExamples({ brandId }: { brandId: string }) {
  const { data } = useQuery(useApi().aiVisibility.getBrandExamples.queryOptions({ brand_id: brandId }))
  if (!data || data.data.counted.length + data.data.not_counted.length === 0) return null
  return (
    <div className="grid gap-3 text-table">
      <Passages title="Counts as a mention" examples={data.data.counted} />
      <Passages title="Does not count" examples={data.data.not_counted} />
    </div>
  )
}

const Passages = ({ title, examples }: { title: string; examples: Examples }) =>
  examples.length > 0 && (
    <div>
      <p className="text-quiet text-small">{title}</p>
      <ul className="mt-1 grid gap-1">
        {examples.map(({ answer_id, text }) => (
          <li key={answer_id} className="border-line border-l-2 pl-2 wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
