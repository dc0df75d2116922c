/** The logo on reports: how it looks on light and on dark pages, and buttons to upload and remove it. */
"use client"

import { useRef, useState } from "react"
import type { Problem } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { ErrorNote } from "@/components/forms/problem-note"
import { SenderMark } from "@/components/reports/report-head"
import { Button } from "@/components/ui/button"
import { base64Of, unreadableFile } from "@/components/uploads/base64-of"

/** The operation has the same limit. */
const maxBytes = 200_000
const accepted = "image/png,image/jpeg,image/webp"

type Props = { sender: Data<"reports", "getSender">; logoPath: string; isAdmin: boolean }

export function ReportLogo({ sender, logoPath, isAdmin }: Props) {
  return (
    <div className="grid gap-2">
      <h3>Logo</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        {(["light", "dark"] as const).map((theme) => (
          <figure key={theme}>
            <div
              data-theme={theme}
              className="flex h-20 items-center justify-center rounded-box border border-line bg-ground px-4 text-center text-text"
            >
              <SenderMark {...sender} logoPath={logoPath} />
            </div>
            <figcaption className="mt-1 text-quiet text-small">On {theme} pages</figcaption>
          </figure>
        ))}
      </div>
      {isAdmin && <LogoButtons sender={sender} />}
    </div>
  )
}

function LogoButtons({ sender }: Pick<Props, "sender">) {
  const input = useRef<HTMLInputElement>(null)
  const { upload, isBusy, error } = useUpload()
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button isBusy={isBusy} onClick={() => input.current?.click()}>
          {sender.logo ? "Replace logo" : "Upload logo"}
        </Button>
        {sender.logo && <RemoveLogo name={sender.custom_name ?? sender.name} />}
        <span className="text-quiet text-small">PNG, JPEG or WebP, at most 200 kB. Shown up to 200 × 40 px.</span>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Logo"
          accept={accepted}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void upload(file)
            // Lets the user choose the same file again.
            target.value = ""
          }}
        />
      </div>
      {error && <ErrorNote>{error}</ErrorNote>}
    </>
  )
}

/** `error` says why the last file was not uploaded. */
function useUpload() {
  const api = useApi()
  const { run, isBusy, problem, reset } = useAction(api.reports.updateSender.mutationOptions(), { done: "Logo saved" })
  const [refused, setRefused] = useState<string | null>(null)
  async function upload(file: File) {
    reset()
    setRefused(file.size > maxBytes ? "The file is larger than 200 kB. Choose a smaller one." : null)
    if (file.size > maxBytes) return
    try {
      run({ logo: await base64Of(file) })
    } catch {
      setRefused(unreadableFile.detail)
    }
  }
  return { upload, isBusy, error: refused ?? textOf(problem) }
}

const textOf = (problem: Problem | null) => problem?.fieldErrors.get("logo") ?? problem?.detail

function RemoveLogo({ name }: { name: string }) {
  const api = useApi()
  return (
    <ConfirmDialog
      trigger={<Button>Remove logo</Button>}
      title="Remove the logo?"
      action="Remove logo"
      mutation={api.reports.updateSender.mutationOptions()}
      input={{ logo: null }}
      done="Logo removed"
    >
      <p>Reports show {name} instead, also those that are already shared.</p>
    </ConfirmDialog>
  )
}
