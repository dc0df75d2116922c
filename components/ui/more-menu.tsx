/** A menu behind a button with three dots, for actions that are needed less often. */
"use client"

import { DotsHorizontalIcon } from "@radix-ui/react-icons"
import type { ReactNode } from "react"
import { Button } from "./button"
import { Menu, MenuContent, MenuTrigger } from "./menu"

type Props = {
  label?: string
  className?: string
  onOpenChange?: (isOpen: boolean) => void
  children: ReactNode
}

export const MoreMenu = ({ label = "More actions", className, onOpenChange, children }: Props) => (
  <Menu onOpenChange={onOpenChange}>
    <MenuTrigger asChild>
      <Button kind="quiet" size="icon" className={className} aria-label={label}>
        <DotsHorizontalIcon aria-hidden className="size-4" />
      </Button>
    </MenuTrigger>
    <MenuContent align="end">{children}</MenuContent>
  </Menu>
)
