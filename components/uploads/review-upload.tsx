/** Second step of an upload: shows the preview, asks for missing choices, imports the file and shows the result. */
"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useId, useState } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ErrorNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { ImportResult } from "./import-result"
import { PreviewSections } from "./preview-sections"
import { type Choices, isBeingProcessed, type Preview, type Upload, type UseGroups } from "./upload-labels"

type Props = {
  initial: Upload
  client: { name: string; href: string }
  /** The path of this page. */
  path: string
  metricNames: Record<string, string>
  uses: UseGroups
}

const pollIntervalMs = 800

export function ReviewUpload({ initial, client, path, metricNames, uses }: Props) {
  const api = useApi()
  const router = useRouter()
  const queries = useQueryClient()
  const uploadQuery = api.dataSources.getUpload.queryOptions({ upload_id: initial.id })
  const query = useQuery({
    ...uploadQuery,
    gcTime: 0,
    refetchInterval: ({ state }) => (isBeingProcessed(state.data?.data ?? initial) ? pollIntervalMs : false),
  })
  const upload = query.data?.data ?? initial
  const [choices, setChoices] = useState<Choices>(upload.choices)
  // The response already says that the server works on the file, so the buttons stay disabled.
  const showUpload = (response: NonNullable<typeof query.data>) => queries.setQueryData(uploadQuery.queryKey, response)
  const options = { isFormless: true, isRepeatable: true, onDone: showUpload }
  const checking = useAction(api.dataSources.previewImport.mutationOptions(), options)
  const importing = useAction(api.dataSources.importFile.mutationOptions(), options)
  const canceling = useAction(api.dataSources.cancelUpload.mutationOptions(), {
    isFormless: true,
    onDone: () => router.replace(path),
  })
  function choose(change: Partial<Choices>) {
    const next = { ...choices, ...change }
    setChoices(next)
    // After an error the preview still shows the previous choices, and an import must use what the preview shows.
    checking.run({ upload_id: upload.id, choices: next }, { onError: () => setChoices(choices) })
  }
  const obstacleId = useId()
  const obstacle = upload.preview ? importObstacle(upload.preview, choices) : null
  const isBusy = isBeingProcessed(upload) || checking.isBusy || importing.isBusy || canceling.isBusy
  if (upload.state === "imported" && upload.result)
    return <ImportResult upload={upload} result={upload.result} client={client} path={path} metricNames={metricNames} />
  return (
    <>
      {upload.problem && !isInPreview(upload.problem, upload.preview) && <UploadProblem problem={upload.problem} />}
      {isBeingProcessed(upload) && <ProcessingNote upload={upload} />}
      {upload.preview && (
        <PreviewSections
          preview={upload.preview}
          choices={choices}
          choose={choose}
          uses={uses}
          metricNames={metricNames}
          isBusy={isBusy}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {upload.preview && (
          <Button
            kind="primary"
            disabled={obstacle !== null}
            aria-describedby={obstacleId}
            isBusy={isBusy}
            onClick={() => importing.run({ upload_id: upload.id, choices })}
          >
            Import file
          </Button>
        )}
        {upload.state !== "importing" && (
          <Button kind="quiet" isBusy={canceling.isBusy} onClick={() => canceling.run({ upload_id: upload.id })}>
            {upload.preview ? "Cancel" : "Choose another file"}
          </Button>
        )}
        {upload.preview && !isBusy && (
          <span id={obstacleId} className="text-quiet text-table">
            {obstacle}
          </span>
        )}
      </div>
    </>
  )
}

/** What must be done before the import, or null when the file can be imported. */
function importObstacle({ questions, problems, errors_total, may_be_partial }: Preview, { partial }: Choices) {
  if (problems.length > 0) return "This file cannot be imported. The reason is at the top."
  if (questions.some(({ kind }) => kind === "columns")) return "Choose the columns first."
  if (questions.length > 0) return `Answer the ${questions.length === 1 ? "question" : "questions"} at the top first.`
  if (errors_total === 0 || (partial === true && may_be_partial)) return null
  return may_be_partial
    ? "Choose first whether to import only the days without errors."
    : "Correct the lines with errors first."
}

function ProcessingNote({ upload: { state, progress } }: { upload: Upload }) {
  return (
    <div
      className="mb-6 grid max-w-[640px] gap-2 rounded-box border border-line bg-surface px-4 py-3"
      aria-live="polite"
    >
      <p>{state === "importing" ? "Importing the file." : "Reading the file. Nothing is stored yet."}</p>
      <progress aria-label="Progress" max={1} value={progress} />
      <p className="text-quiet text-table">
        You can leave this page and come back. {state === "importing" ? "The import" : "Reading"} continues.
      </p>
    </div>
  )
}

/** The preview shows its own problems. After a failed import, `problem` can be one of them. */
const isInPreview = (problem: string, preview: Preview | null) => preview?.problems.includes(problem) ?? false

const UploadProblem = ({ problem }: { problem: string }) => (
  <div className="mb-6 max-w-[640px] whitespace-pre-line break-words">
    <ErrorNote>{problem}</ErrorNote>
  </div>
)
