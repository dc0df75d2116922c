/** A webhook's secret, just made: shown this once, with what a receiver does with it. */
"use client"

import { useRouter } from "next/navigation"
import { Button } from "@/components/ui/button"
import { DialogClose } from "@/components/ui/dialog"
import { SecretBox } from "@/components/ui/secret-box"
import { ReceiverSnippets } from "./receiver-snippets"

type Props = { secret: string; url: string; path: string }

export function NewSecret({ secret, url, path }: Props) {
  const router = useRouter()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p>
        <strong>This is the only time you see it.</strong> Your receiver verifies with it that a request is from
        Signalbox and unchanged. Keep it where your code's secrets are kept. If it is lost, rotate it for a new one.
      </p>
      <SecretBox label="Signing secret" secret={secret} />
      <ReceiverSnippets secret={secret} url={url} />
      <div className="flex justify-end">
        <DialogClose asChild>
          <Button kind="primary" onClick={() => router.push(path)}>
            I have kept it
          </Button>
        </DialogClose>
      </div>
    </div>
  )
}
