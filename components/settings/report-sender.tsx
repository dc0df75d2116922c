/** The settings of what reports show about their sender: the team's logo, and a name. Read-only without permission. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Input } from "@/components/ui/input"
import { ReportLogo } from "./report-logo"

type Props = {
  sender: Data<"reports", "getSender">
  teamName: string
  /** The path of the logo's files. */
  logoPath: string
  isAdmin: boolean
}

export function ReportSender({ sender, teamName, logoPath, isAdmin }: Props) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.reports.updateSender.mutationOptions(), { done: "Name saved" })
  return (
    <section aria-labelledby="report-sender" className="mb-10 grid max-w-[640px] gap-5 border-line border-t pt-8">
      <div>
        <h2 id="report-sender" className="text-head">
          Reports
        </h2>
        <p className="mt-1 text-quiet">
          Your clients see your logo at the top of each report: in the app, on shared links and in print. Without a
          logo, they see the name.
        </p>
      </div>
      <ReportLogo sender={sender} logoPath={logoPath} isAdmin={isAdmin} />
      <form
        method="post"
        onSubmit={(event) => {
          const { name } = formValues(event)
          run({ name: String(name).trim() || null })
        }}
      >
        <fieldset disabled={!isAdmin} className="grid gap-5">
          <ProblemNote problem={problem} fields={["name"]} />
          <Field
            label="Name on reports"
            name="name"
            hint="If you leave this empty, reports show the team's name."
            problem={problem}
          >
            <Input defaultValue={sender.custom_name ?? ""} placeholder={teamName} maxLength={80} />
          </Field>
          {isAdmin ? (
            <div>
              <SubmitButton isBusy={isBusy}>Save name</SubmitButton>
            </div>
          ) : (
            <p className="text-quiet">Owners and admins can change the logo and the name.</p>
          )}
        </fieldset>
      </form>
    </section>
  )
}
