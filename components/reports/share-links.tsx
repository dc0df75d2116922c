/** The contents of the dialog with the share links of a report. They load when the dialog first opens. */
"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "@/components/api/provider"
import { queryProblemIn } from "@/components/api/query-problem"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { Options, Select } from "@/components/ui/input"
import { SecretBox } from "@/components/ui/secret-box"
import type { Report } from "./report-filters"
import { ShareLinkList } from "./share-link-list"

const expiryNames = { 7: "7 days", 30: "30 days", 90: "90 days", 365: "1 year" }

/** `planPath`: the plan's page when the plan has no share links. */
export type ShareProps = { report: Report; planPath: string | null }

export function ShareLinks({ report, planPath }: ShareProps) {
  return (
    <div className="grid gap-6">
      <CreateStep report={report} planPath={planPath} />
      <Links report={report} />
    </div>
  )
}

/** The form for a new link, or what must happen before a link can be created. */
function CreateStep({ report, planPath }: ShareProps) {
  if (planPath !== null)
    return (
      <p>
        Share links are not part of your plan.{" "}
        <Link href={planPath} className="text-accent underline underline-offset-2">
          Compare plans
        </Link>
      </p>
    )
  return report.status === "draft" ? <PublishFirst report={report} /> : <NewLink report={report} />
}

function PublishFirst({ report }: { report: Report }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.reports.publish.mutationOptions(), {
    done: `${report.name} is published`,
  })
  return (
    <div className="grid justify-items-start gap-3">
      <p>This report is a draft. Publish it before you share it.</p>
      <ProblemNote problem={problem} />
      <Button kind="primary" isBusy={isBusy} onClick={() => run({ report_id: report.id })}>
        Publish report
      </Button>
    </div>
  )
}

function NewLink({ report }: { report: Report }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [url, setUrl] = useState<string | null>(null)
  const { run, isBusy, problem } = useAction(api.reports.createShareLink.mutationOptions(), {
    isRepeatable: true,
    onDone: ({ data }) => {
      setUrl(data.url)
      queryClient.invalidateQueries({ queryKey: api.reports.listShareLinks.queryKey() })
    },
  })
  return (
    <>
      <form
        method="post"
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          const { expires_in_days } = formValues(event)
          run({ report_id: report.id, expires_in_days: Number(expires_in_days) })
        }}
      >
        <Field label="The link works for" name="expires_in_days" problem={problem}>
          <Select defaultValue="30" className="w-40">
            <Options names={expiryNames} />
          </Select>
        </Field>
        <SubmitButton kind="primary" isBusy={isBusy}>
          Create link
        </SubmitButton>
      </form>
      <div className="empty:hidden">
        <ProblemNote problem={problem} fields={["expires_in_days"]} />
      </div>
      {url && (
        <div className="grid gap-2">
          <SecretBox label="Share link" secret={url} />
          <p className="text-quiet text-small">
            Copy the link now. It is not shown again, because we store only its hash.
          </p>
        </div>
      )}
    </>
  )
}

function Links({ report }: { report: Report }) {
  const api = useApi()
  const { data, error } = useQuery({
    ...api.reports.listShareLinks.queryOptions({ report_id: report.id, limit: 200 }),
    staleTime: 0,
  })
  if (error) return <ProblemNote problem={queryProblemIn(error)} />
  return data && data.data.length > 0 && <ShareLinkList links={data.data} total={data.meta.total} />
}
