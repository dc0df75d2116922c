/** The window of an open dialog. Its code loads when the first dialog opens. */
"use client"

import { Dialog as Radix } from "radix-ui"
import type { ReactNode, RefObject } from "react"

export type WindowProps = {
  title: string
  titleClass?: string
  description?: ReactNode
  className: string
  children: ReactNode
}
type Props = WindowProps & {
  onClose: () => void
  /** The element that had the focus before the dialog opened. */
  opener: HTMLElement | null
  trigger: RefObject<HTMLElement | null>
}

export function RadixWindow({ title, titleClass, description, className, children, onClose, opener, trigger }: Props) {
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
