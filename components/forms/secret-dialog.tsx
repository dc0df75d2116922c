/** A dialog that makes something with a secret: first its form, then the secret, this once, with a way to copy it. */
"use client"

import { useRouter } from "next/navigation"
import { type ReactNode, useState } from "react"
import { Button } from "@/components/ui/button"
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { useHold } from "@/components/ui/hold"
import { SecretBox } from "@/components/ui/secret-box"
import { useBackButton } from "./use-back-button"

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
  const close = () => setOpen(false)
  return (
    <Dialog open={isOpen} onOpenChange={change}>
      {trigger && <DialogTrigger asChild>{trigger}</DialogTrigger>}
      <DialogContent title={secret?.title ?? title} className={className}>
        <BackCloses onBack={close} goesOn={secret?.path !== undefined} />
        {secret ? <Shown secret={secret} close={close} /> : form((made) => setSecret(secretOf(made)))}
      </DialogContent>
    </Dialog>
  )
}

/** In the dialog, so that what holds the dialog also stops the back button. */
function BackCloses(props: Parameters<typeof useBackButton>[0]) {
  useBackButton(props)
  return null
}

/** Nothing closes the dialog but its button. */
function Shown({ secret: { lead, label, secret, uses, end, path }, close }: { secret: Secret; close: () => void }) {
  const router = useRouter()
  useHold(true)
  function finish(clicks: number) {
    // The second click of a double click on the button that was here a moment ago.
    if (clicks > 1) return
    if (path) router.replace(path)
    close()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p>{lead}</p>
      <SecretBox label={label} secret={secret} />
      {uses}
      <div className="flex justify-end">
        <Button kind="primary" onClick={(event) => finish(event.detail)}>
          {end}
        </Button>
      </div>
    </div>
  )
}
