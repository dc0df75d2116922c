/** The window of an open dialog. Its code loads when the first dialog opens. */
"use client"

import { Dialog as Radix } from "radix-ui"
import { type ReactNode, type RefObject, useState } from "react"

export type WindowProps = {
  title: string
  titleClass?: string
  description?: ReactNode
  className: string
  children: ReactNode
}
type Props = WindowProps & { onClose: () => void; trigger: RefObject<HTMLElement | null> }

export function RadixWindow({ title, titleClass, description, className, children, onClose, trigger }: Props) {
  const [opener] = useState(findOpener)
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          className={className}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const target = opener?.isConnected ? opener : trigger.current
            target?.focus()
          }}
        >
          <Radix.Title className={titleClass}>{title}</Radix.Title>
          {description && <Radix.Description className="mt-1 text-quiet">{description}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The element that has the focus before the dialog. */
function findOpener(): HTMLElement | null {
  const element = document.activeElement
  return element instanceof HTMLElement && element !== document.body ? element : null
}
