/** Top bar on phones, with buttons that open the navigation as a sheet and the search. */
"use client"

import { HamburgerMenuIcon, MagnifyingGlassIcon } from "@radix-ui/react-icons"
import { usePathname } from "next/navigation"
import { type ReactNode, useEffect, useState } from "react"
import { Button } from "@/components/ui/button"
import { Dialog, DialogTrigger, DialogWindow } from "@/components/ui/dialog"
import { CommandMenu } from "./command-menu"
import type { FrameProps } from "./frame-props"
import { SampleTag } from "./sample-tag"

type Props = Pick<FrameProps, "team" | "role"> & {
  /** The navigation. The server renders it, so that its icons are not part of the scripts. */
  rail: ReactNode
}

export function PhoneBar({ team, role, rail }: Props) {
  const [isOpen, setOpen] = useState(false)
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run on every navigation, to close the menu
  useEffect(() => setOpen(false), [path])
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center gap-2 border-line border-b bg-ground px-3 lg:hidden print:hidden">
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogTrigger>
          <Button kind="quiet" size="icon" aria-label="Menu">
            <HamburgerMenuIcon aria-hidden className="size-5" />
          </Button>
        </DialogTrigger>
        <DialogWindow
          title="Menu"
          titleClass="sr-only"
          className="fixed inset-y-0 left-0 z-40 w-[272px] border-line border-r bg-ground shadow-float"
        >
          {rail}
        </DialogWindow>
      </Dialog>
      <span className="flex min-w-0 flex-1 items-center gap-2">
        <span className="truncate font-strong">{team.name}</span>
        {team.is_sample && <SampleTag />}
      </span>
      <CommandMenu slug={team.slug} role={role} hasShortcut={false}>
        <Button kind="quiet" size="icon" aria-label="Search or run a command">
          <MagnifyingGlassIcon aria-hidden className="size-5" />
        </Button>
      </CommandMenu>
    </header>
  )
}
