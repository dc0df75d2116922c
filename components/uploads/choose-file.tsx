/** First step of an upload: the client and the file. Sends the file in parts and opens the preview afterwards. */
"use client"

import { useMutation } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { type ApiError, type Problem, problemIn } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import type { ClientChoices } from "@/components/clients/client-choices"
import { ClientSelectField } from "@/components/clients/client-select-field"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { base64Of, unreadableFile } from "./base64-of"
import { FileDrop } from "./file-drop"

type Props = {
  choices: ClientChoices
  path: string
  maxMegabytes: number
}

export function ChooseFile({ choices, path, maxMegabytes }: Props) {
  const router = useRouter()
  const [file, setFile] = useState<File | null>(null)
  const { send, sentShare, isBusy, problem } = useSendFile((id) => router.replace(`${path}?upload=${id}`))
  return (
    <form
      method="post"
      className="grid max-w-[640px] gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        const chosen = file ?? (form.get("file") as File)
        void send(String(form.get("client_id")), chosen)
      }}
    >
      <ClientSelectField
        choices={choices}
        hint="The data appears in this client's reports."
        problem={problem}
        disabled={isBusy}
      />
      <FileDrop file={file} onChoose={setFile} maxMegabytes={maxMegabytes} isDisabled={isBusy} />
      <ProblemNote problem={problem} fields={["client_id"]} />
      {isBusy && (
        <div className="grid gap-1.5" aria-live="polite">
          <p>Sending {file?.name}. Keep this page open.</p>
          <progress aria-label="Progress of the upload" max={1} value={sentShare} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SubmitButton kind="primary" isBusy={isBusy}>
          Preview import
        </SubmitButton>
        <span className="text-quiet text-table">Nothing is imported until you confirm the preview.</span>
      </div>
    </form>
  )
}

/** Sends the file in parts, one after the other, and then starts the preview. `sentShare` is from 0 to 1. */
function useSendFile(onSent: (uploadId: string) => void) {
  const api = useApi()
  const start = useMutation(api.dataSources.startUpload.mutationOptions())
  const sendPart = useMutation(api.dataSources.uploadPart.mutationOptions())
  const preview = useMutation(api.dataSources.previewImport.mutationOptions())
  const [sentShare, setSentShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  async function send(client_id: string, file: File) {
    setProblem(null)
    setSentShare(0)
    try {
      const { data } = await start.mutateAsync({ client_id, file_name: file.name, bytes: file.size })
      const { upload_id, part_bytes } = data
      for (let number = 0; number * part_bytes < file.size; number++) {
        const content = await base64Of(file.slice(number * part_bytes, (number + 1) * part_bytes))
        await sendPart.mutateAsync({ upload_id, number, content })
        setSentShare(Math.min(((number + 1) * part_bytes) / file.size, 1))
      }
      await preview.mutateAsync({ upload_id, choices: {} })
      onSent(upload_id)
    } catch (error) {
      setSentShare(null)
      setProblem(error instanceof DOMException ? unreadableFile : problemIn(error as ApiError))
    }
  }
  return { send, sentShare: sentShare ?? 0, isBusy: sentShare !== null, problem }
}
