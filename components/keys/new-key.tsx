/** A key just made: shown this once, with three ways to use it. */
"use client"

import { useRouter } from "next/navigation"
import type { Data } from "@/components/api/types"
import { Button } from "@/components/ui/button"
import { DialogClose } from "@/components/ui/dialog"
import { SecretBox } from "@/components/ui/secret-box"
import { Snippets } from "./snippets"

type Props = { made: Data<"keys", "create">; baseUrl: string; keyPath: string }

export function NewKey({ made, baseUrl, keyPath }: Props) {
  const router = useRouter()
  return (
    <div className="grid gap-5">
      <p>
        <strong>This is the only time you see it.</strong> Keep it where your code's secrets are kept, never in the code
        itself. If it is lost, rotate the key for a new one.
      </p>
      <SecretBox label="API key" secret={made.secret} />
      <Snippets secret={made.secret} baseUrl={baseUrl} />
      <div className="flex justify-end">
        <DialogClose asChild>
          <Button kind="primary" onClick={() => router.push(keyPath)}>
            I have kept it
          </Button>
        </DialogClose>
      </div>
    </div>
  )
}
