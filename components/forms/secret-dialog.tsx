/** Dialog that creates an object with a secret: shows the form, and then the secret, once, with a copy button. */
"use client"

import { useRouter } from "next/navigation"
import { type ReactNode, useState } from "react"
import { Button } from "@/components/ui/button"
import { useCloseGuard } from "@/components/ui/close-guard"
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { SecretBox } from "@/components/ui/secret-box"
import { useModule } from "@/components/ui/use-module"
import { useBackButton } from "./use-back-button"
import { useOpenFromUrl } from "./use-open-from-url"

/** What the dialog shows after the object was created. */
export type SecretStepContent = {
  title: string
  /** What the secret is for, and where to store it. */
  lead: ReactNode
  /** The label of the secret's box. */
  label: string
  secret: string
  /** Next steps, such as code snippets. */
  nextSteps?: ReactNode
  /** The label of the button that closes the dialog. */
  doneLabel: string
  /** The page that the button opens. Undefined: it only closes the dialog. */
  path?: string
}

type Props<Created> = {
  /** The button that opens the dialog. Null removes the button; an open dialog stays open. */
  trigger: ReactNode
  title: string
  className?: string
  form: (onCreated: (created: Created) => void) => ReactNode
  secretOf: (created: Created) => SecretStepContent | undefined
}

type CreateProps<Created, Code> = Pick<Props<Created>, "trigger" | "title" | "className"> & {
  /** Loads the code of the form and of the secret, when the dialog first opens. */
  load: () => Promise<Code>
  form: (code: Code, onCreated: (created: Created) => void) => ReactNode
  secretOf: (code: Code, created: Created) => SecretStepContent
}

/** A SecretDialog that `?new` in the URL also opens. For the dialog of a page that creates the objects of its list. */
export function CreateDialog<Created, Code>({ load, form, secretOf, ...rest }: CreateProps<Created, Code>) {
  const { open, onOpenChange } = useOpenFromUrl()
  const code = useModule(load, open, () => onOpenChange(false))
  return (
    <SecretDialog<Created>
      {...rest}
      // The window opens together with its form, so that the focus moves to the first field.
      open={open && code !== undefined}
      onOpenChange={onOpenChange}
      form={(onCreated) => code && form(code, onCreated)}
      secretOf={(created) => code && secretOf(code, created)}
    />
  )
}

/** Without these, the dialog manages its open state. */
type OpenState = { open?: boolean; onOpenChange?: (isOpen: boolean) => void }

export function SecretDialog<Created>({
  trigger,
  title,
  className,
  form,
  secretOf,
  ...props
}: Props<Created> & OpenState) {
  const [isOpenInternally, setOpenInternally] = useState(false)
  const isOpen = props.open ?? isOpenInternally
  const setOpen = props.onOpenChange ?? setOpenInternally
  const [secret, setSecret] = useState<SecretStepContent | null>(null)
  function change(open: boolean) {
    setOpen(open)
    if (open) setSecret(null)
  }
  const close = () => setOpen(false)
  return (
    <Dialog open={isOpen} onOpenChange={change}>
      {trigger && <DialogTrigger>{trigger}</DialogTrigger>}
      <DialogContent title={secret?.title ?? title} className={className}>
        <CloseOnBack onBack={close} opensPage={secret?.path !== undefined} />
        {secret ? (
          <SecretStep secret={secret} close={close} />
        ) : (
          form((created) => setSecret(secretOf(created) ?? null))
        )}
      </DialogContent>
    </Dialog>
  )
}

/** Rendered inside the dialog, so that the dialog's close guard also applies to the back button. */
function CloseOnBack(props: Parameters<typeof useBackButton>[0]) {
  useBackButton(props)
  return null
}

/** Shows the secret. Only its button closes the dialog. */
function SecretStep({
  secret: { lead, label, secret, nextSteps, doneLabel, path },
  close,
}: {
  secret: SecretStepContent
  close: () => void
}) {
  const router = useRouter()
  useCloseGuard(true)
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
      {nextSteps}
      <div className="flex justify-end">
        <Button kind="primary" onClick={(event) => finish(event.detail)}>
          {doneLabel}
        </Button>
      </div>
    </div>
  )
}
