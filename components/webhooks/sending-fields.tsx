/** Form fields for a webhook's requests: retries, custom headers, rate and signatures. */
import type { Problem } from "@/components/api/problem"
import type { Webhook } from "@/components/api/types"
import { formatApproximateDuration } from "@/components/format-duration"
import { Field } from "@/components/forms/field"
import { Checkbox } from "@/components/ui/checkbox"
import { NumberInput, Options, Select, Textarea } from "@/components/ui/input"

export type RetryChoice = { profile: Webhook["retry_profile"]; attempts: number; seconds: number }

type Props = {
  retries: RetryChoice[]
  webhook: Webhook | undefined
  /** The names of the stored custom headers. Saving leaves them unchanged unless the form sets or removes headers. */
  headerNames: string[]
  problem: Problem | null
}

export function SendingFields({ retries, webhook, headerNames, problem }: Props) {
  return (
    <>
      <Field label="Retries" name="retry_profile" problem={problem}>
        <Select defaultValue={webhook?.retry_profile}>
          <Options names={retries.map((choice) => [choice.profile, describeRetries(choice)])} />
        </Select>
      </Field>
      <HeaderFields names={headerNames} problem={problem} />
      <Field
        label="Maximum requests per second"
        name="max_per_second"
        hint="1 to 100. Leave it empty for no limit."
        problem={problem}
      >
        <NumberInput min={1} max={100} className="w-28" defaultValue={webhook?.max_per_second ?? undefined} />
      </Field>
      <div>
        <Checkbox name="is_fifo" defaultChecked={webhook?.is_fifo}>
          Deliver events in order, one request at a time
        </Checkbox>
        <Checkbox name="signs_ed25519" defaultChecked={webhook?.signs_ed25519}>
          Also sign with the team's ed25519 key (<code>v1a</code>)
        </Checkbox>
      </div>
    </>
  )
}

function HeaderFields({ names, problem }: { names: string[]; problem: Problem | null }) {
  const stored = `${names.join(", ")} ${names.length === 1 ? "is" : "are"} set. Enter headers to replace all of them, or leave this empty to keep them.`
  return (
    <div className="grid gap-1.5">
      <Field
        label="Custom headers"
        name="headers"
        hint={names.length > 0 ? stored : "One per line, such as x-tenant: 42. Stored encrypted and not shown again."}
        problem={problem}
      >
        <Textarea spellCheck={false} autoComplete="off" className="min-h-16 font-mono text-table" />
      </Field>
      {names.length > 0 && <Checkbox name="no_headers">Remove all custom headers</Checkbox>}
    </div>
  )
}

export function describeRetries({ attempts, seconds }: RetryChoice) {
  return attempts === 1 ? "none (1 attempt)" : `${attempts} attempts in ${formatApproximateDuration(seconds)}`
}
