/** Form of a team's general settings. Read-only without permission. */
"use client"

import { useRouter } from "next/navigation"
import { useApi } from "@/components/api/provider"
import type { Team } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { weekdays } from "@/components/days"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Input, Options, Select } from "@/components/ui/input"

type Props = {
  team: Team
  isAdmin: boolean
  baseUrl: string
  timezones: string[]
  currencies: { code: string; name: string }[]
}

export function TeamForm({ team, isAdmin, baseUrl, timezones, currencies }: Props) {
  const api = useApi()
  const router = useRouter()
  const { run, isBusy, problem } = useAction(api.teams.update.mutationOptions(), {
    done: "Settings saved",
    onDone: ({ data }) => data.slug !== team.slug && router.replace(`/${data.slug}/settings/general`),
  })
  return (
    <form
      method="post"
      className="mb-10 max-w-[640px]"
      onSubmit={(event) => {
        const { week_starts_on, ...values } = formValues(event)
        run({ ...values, week_starts_on: Number(week_starts_on) })
      }}
    >
      <fieldset disabled={!isAdmin} className="grid gap-5">
        <ProblemNote problem={problem} fields={["name", "slug", "timezone", "currency", "week_starts_on"]} />
        <Field label="Name" name="name" problem={problem}>
          <Input defaultValue={team.name} required maxLength={80} />
        </Field>
        <Field
          label="Address"
          name="slug"
          hint={`${baseUrl}/${team.slug}. If you change the address, links to the old one stop working.`}
          problem={problem}
        >
          <Input defaultValue={team.slug} required maxLength={48} className="font-mono" spellCheck={false} />
        </Field>
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <Field label="Time zone" name="timezone" problem={problem}>
            <Select defaultValue={team.timezone}>
              {timezones.map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </Select>
          </Field>
          <Field label="Currency" name="currency" problem={problem}>
            <Select defaultValue={team.currency}>
              <Options names={currencies.map(({ code, name }) => [code, `${code} · ${name}`])} />
            </Select>
          </Field>
          <p className="-mt-3.5 text-quiet text-small sm:col-span-2">
            Used by clients that do not set their own time zone or currency.
          </p>
        </div>
        <div className="sm:w-[calc(50%-8px)]">
          <Field label="Week starts on" name="week_starts_on" problem={problem}>
            <Select defaultValue={team.week_starts_on}>
              <Options names={weekdays.map((day, index) => [index + 1, day])} />
            </Select>
          </Field>
        </div>
        {isAdmin ? (
          <div>
            <SubmitButton kind="primary" isBusy={isBusy}>
              Save settings
            </SubmitButton>
          </div>
        ) : (
          <p className="text-quiet">Owners and admins can change these settings.</p>
        )}
      </fieldset>
    </form>
  )
}
