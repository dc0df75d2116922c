/** The window of an open dialog. Its code loads when the first dialog opens. */
"use client"

import { Dialog as Radix } from "radix-ui"
import { type ReactNode, type RefObject, useState } from "react"
import { placeOf } from "./focus-place"
import "./keep-focus"

export type WindowProps = {
  title: string
  titleClass?: string
  description?: ReactNode
  className: string
  children: ReactNode
}
type Props = WindowProps & {
  onClose: () => void
  /** The element that had the focus before the dialog opened. An item of a menu is no longer on the page. */
  opener: Element | null
  trigger: RefObject<HTMLElement | null>
}

export function RadixWindow({ title, titleClass, description, className, children, onClose, opener, trigger }: Props) {
  const [place] = useState(() => (opener instanceof HTMLElement && opener !== document.body ? placeOf(opener) : null))
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          className={className}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const target = place?.element.isConnected ? place.element : (trigger.current ?? place?.findNear())
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
