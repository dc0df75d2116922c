/** Page to upload a file of a client's metrics: choose the file, check the preview, import it. */
import type { Metadata } from "next"
import { CautionNote } from "@/components/forms/problem-note"
import { PageHead } from "@/components/frame/page-head"
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { Button } from "@/components/ui/button"
import { AcceptedColumns } from "@/components/uploads/accepted-columns"
import { ChooseFile } from "@/components/uploads/choose-file"
import { ReviewUpload } from "@/components/uploads/review-upload"
import type { UseGroups } from "@/components/uploads/upload-labels"
import { columnUses } from "@/domain/data-sources/imports/column-mapping"
import { limitsOfTeam } from "@/domain/kernel/plans"
import { roleAtLeast } from "@/domain/kernel/roles"
import type { OperationCaller } from "@/server/caller"
import { orNull, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../layout"
import { readClientChoices } from "../../read-client-choices"

export const metadata: Metadata = { title: "Upload file" }

type Query = { upload?: string; client?: string }
type Props = TeamParams & { searchParams: Promise<Query> }

export default async function UploadPage({ params, searchParams }: Props) {
  const { api, team, role } = await requireTeamMember((await params).team)
  const { upload: upload_id, client: client_id } = await searchParams
  const listPath = `/${team.slug}/sources`
  const path = `${listPath}/upload`
  const crumbs = [{ name: "Data sources", href: listPath }]
  if (!roleAtLeast(role, "member"))
    return (
      <>
        <PageHead crumbs={crumbs} title="Upload file" />
        <Empty title="Members only">Ask a member of the team to upload files, or an admin to change your role.</Empty>
      </>
    )
  const upload = upload_id ? (await orNull(api.dataSources.getUpload({ upload_id })))?.data : undefined
  if (upload) {
    const client = (await orNull(api.clients.get({ client_id: upload.client_id })))?.data
    const { metricNames, uses } = await readColumnChoices(api)
    return (
      <>
        <PageHead crumbs={crumbs} title={upload.file_name}>
          Metrics of {client?.name}.
        </PageHead>
        <ReviewUpload
          key={upload.id}
          initial={upload}
          client={{ name: client?.name ?? "", href: `/${team.slug}/clients/${upload.client_id}` }}
          path={path}
          metricNames={metricNames}
          uses={uses}
        />
      </>
    )
  }
  const choices = await readClientChoices(api, client_id)
  return (
    <>
      <PageHead crumbs={crumbs} title="Upload file">
        Import the daily metrics of a client from a CSV file.
      </PageHead>
      {upload_id && (
        <CautionNote className="mb-6 max-w-[68ch]">
          This upload is no longer stored. Uploads are deleted after a day, and when you start another one. Choose the
          file again.
        </CautionNote>
      )}
      {choices.notice && choices.clients.length === 0 && (
        <div className="mb-6 max-w-[640px]">
          <CautionNote>{choices.notice}</CautionNote>
        </div>
      )}
      {choices.clients.length > 0 ? (
        <>
          <ChooseFile choices={choices} path={path} maxMegabytes={limitsOfTeam(team).uploadMegabytes} />
          <AcceptedColumns />
        </>
      ) : (
        <Empty
          title={choices.notice ? "No active clients" : "No clients yet"}
          action={
            <Button asChild kind="primary">
              <Link href={`/${team.slug}/clients?new`}>New client</Link>
            </Button>
          }
        >
          Metrics belong to a client. Create the client first, then come back to this page.
        </Empty>
      )}
    </>
  )
}

/** Reads the names of all metrics, and the uses that a column of a file can have. */
async function readColumnChoices(api: OperationCaller) {
  const [metrics, dimensions] = await Promise.all([api.metrics.list({}), api.metrics.listDimensions({})])
  const metricNames = Object.fromEntries(metrics.data.map(({ id, label }) => [id, label]))
  const dimensionNames = Object.fromEntries(dimensions.data.map(({ id, label }) => [id, label]))
  // A use is a kind and an id, such as `metric:clicks`.
  const usesOfKind = (kind: string, names: Record<string, string>) =>
    columnUses
      .filter((use) => use.startsWith(`${kind}:`))
      .map((value) => ({ value, label: names[value.slice(kind.length + 1)] ?? value }))
  const uses: UseGroups = {
    General: [
      { value: "ignored", label: "Ignored" },
      { value: "date", label: "Date" },
      { value: "account", label: "Account" },
      { value: "currency", label: "Currency" },
    ],
    Metrics: usesOfKind("metric", metricNames),
    Dimensions: usesOfKind("dimension", dimensionNames),
  }
  return { metricNames, uses }
}
