/** A dialog that makes something with a secret: first its form, then the secret, this once, with a way to copy it. */
"use client"

import { useRouter } from "next/navigation"
import { type ReactNode, useState } from "react"
import { Button } from "@/components/ui/button"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { SecretBox } from "@/components/ui/secret-box"

/** What is shown once it is made. */
export type Secret = {
  title: string
  /** What it is good for, and where to keep it. */
  lead: ReactNode
  /** Names the box. */
  label: string
  secret: string
  /** What to do with it next, such as snippets. */
  uses?: ReactNode
  /** The button that ends it. */
  end: string
  /** Where that button leads; left out: nowhere. */
  path?: string
}

type Props<Made> = {
  /** The button that opens it; null takes the button away, and what is open stays. */
  trigger: ReactNode
  title: string
  className?: string
  form: (onMade: (made: Made) => void) => ReactNode
  secretOf: (made: Made) => Secret
}

export function SecretDialog<Made>({ trigger, title, className, form, secretOf }: Props<Made>) {
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<Secret | null>(null)
  function change(open: boolean) {
    setOpen(open)
    if (open) setSecret(null)
  }
  return (
    <Dialog open={isOpen} onOpenChange={change}>
      {trigger && <DialogTrigger asChild>{trigger}</DialogTrigger>}
      <DialogContent title={secret?.title ?? title} isHeld={secret !== null} className={className}>
        {secret ? <Shown secret={secret} /> : form((made) => setSecret(secretOf(made)))}
      </DialogContent>
    </Dialog>
  )
}

function Shown({ secret: { lead, label, secret, uses, end, path } }: { secret: Secret }) {
  const router = useRouter()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p>{lead}</p>
      <SecretBox label={label} secret={secret} />
      {uses}
      <div className="flex justify-end">
        <DialogClose asChild>
          <Button kind="primary" onClick={() => path && router.push(path)}>
            {end}
          </Button>
        </DialogClose>
      </div>
    </div>
  )
}
