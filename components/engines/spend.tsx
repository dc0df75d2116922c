/** Shows what the team's scans have cost this month, with a form for the monthly spend cap. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { NumberInput } from "@/components/ui/input"
import { formatCost, pluralize } from "@/domain/kernel/format-count"

export function Spend({ spend, isAdmin }: { spend: Data<"scans", "getSpend">; isAdmin: boolean }) {
  const { cap_usd, spent_usd, unknown_n } = spend
  return (
    <div className="grid max-w-[640px] gap-5">
      <p>
        <strong className="figures text-figure">{formatCost(spent_usd)}</strong>
        <span className="text-quiet">
          {cap_usd === null ? " this month. There is no cap." : ` of ${formatCost(cap_usd)} this month.`}
          {unknown_n > 0 && ` The price of ${pluralize(unknown_n, "request")} is not known.`}
        </span>
      </p>
      {cap_usd !== null && (
        <progress aria-label="Share of the cap spent" max={Math.max(cap_usd, spent_usd, 0.01)} value={spent_usd} />
      )}
      {isAdmin && <CapForm key={cap_usd} cap={cap_usd} />}
    </div>
  )
}

function CapForm({ cap }: { cap: number | null }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.scans.setSpendCap.mutationOptions(), { done: "Spend cap saved" })
  return (
    <form
      method="post"
      className="grid gap-3"
      onSubmit={(event) => {
        const { cap_usd = "" } = formValues(event)
        run({ cap_usd: cap_usd === "" ? null : Number(cap_usd) })
      }}
    >
      <ProblemNote problem={problem} fields={["cap_usd"]} />
      <Field
        label="Monthly spend cap in US dollars"
        name="cap_usd"
        hint="When the next question would exceed the cap, scans ask no more. Engines without a price or an earlier cost are not asked. Leave it empty for no cap."
        problem={problem}
      >
        <NumberInput min={0} step={0.01} defaultValue={cap ?? ""} className="w-36" />
      </Field>
      <div>
        <SubmitButton isBusy={isBusy}>Save cap</SubmitButton>
      </div>
    </form>
  )
}
