/** Dialog that creates an object with a secret: shows the form, and then the secret, once, with a copy button. */
"use client"

import { useRouter } from "next/navigation"
import { type ReactNode, useState } from "react"
import { Button } from "@/components/ui/button"
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { useHold } from "@/components/ui/hold"
import { SecretBox } from "@/components/ui/secret-box"
import { useBackButton } from "./use-back-button"

/** What the dialog shows after the object was created. */
export type Secret = {
  title: string
  /** What the secret is for, and where to store it. */
  lead: ReactNode
  /** The label of the secret's box. */
  label: string
  secret: string
  /** Next steps, such as code snippets. */
  uses?: ReactNode
  /** The label of the button that closes the dialog. */
  end: string
  /** The page that the button opens. Undefined: it only closes the dialog. */
  path?: string
}

type Props<Made> = {
  /** The button that opens the dialog. Null removes the button; an open dialog stays open. */
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

/** Rendered inside the dialog, so that a hold on the dialog also applies to the back button. */
function BackCloses(props: Parameters<typeof useBackButton>[0]) {
  useBackButton(props)
  return null
}

/** Shows the secret. Only its button closes the dialog. */
function Shown({ secret: { lead, label, secret, uses, end, path }, close }: { secret: Secret; close: () => void }) {
  const router = useRouter()
  useHold(true)
  function finish(clicks: number) {
    // Ignores the second click of a double click on the submit button, which was at the same position.
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
