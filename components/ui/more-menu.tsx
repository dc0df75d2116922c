/** A menu behind a button with three dots, for actions that are needed less often. */
"use client"

import { DotsHorizontalIcon } from "@radix-ui/react-icons"
import type { ReactNode } from "react"
import { Button } from "./button"
import { Menu, MenuContent, MenuTrigger } from "./menu"

type Props = { label?: string; className?: string; children: ReactNode }

export const MoreMenu = ({ label = "More actions", className, children }: Props) => (
  <Menu>
    <MenuTrigger asChild>
      <Button kind="quiet" size="icon" className={className} aria-label={label}>
        <DotsHorizontalIcon aria-hidden className="size-4" />
      </Button>
    </MenuTrigger>
    <MenuContent align="end">{children}</MenuContent>
  </Menu>
)
