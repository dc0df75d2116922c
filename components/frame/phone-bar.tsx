/** Top bar on phones, with buttons that open the navigation as a sheet and the search. */
"use client"

import { HamburgerMenuIcon, MagnifyingGlassIcon } from "@radix-ui/react-icons"
import { usePathname } from "next/navigation"
import { Dialog } from "radix-ui"
import { useEffect, useState } from "react"
import { Button } from "@/components/ui/button"
import { CommandMenu } from "./command-menu"
import type { FrameProps } from "./frame-props"
import { Rail } from "./rail"

export function PhoneBar(props: FrameProps) {
  const [isOpen, setOpen] = useState(false)
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run on every navigation, to close the menu
  useEffect(() => setOpen(false), [path])
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center gap-2 border-line border-b bg-ground px-3 lg:hidden print:hidden">
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Trigger asChild>
          <Button kind="quiet" size="icon" aria-label="Menu">
            <HamburgerMenuIcon aria-hidden className="size-5" />
          </Button>
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-40 bg-veil" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-40 w-[272px] border-line border-r bg-ground shadow-float"
          >
            <Dialog.Title className="sr-only">Menu</Dialog.Title>
            <Rail {...props} />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <span className="min-w-0 flex-1 truncate font-strong">{props.team.name}</span>
      <CommandMenu slug={props.team.slug} role={props.role} hasShortcut={false}>
        <Button kind="quiet" size="icon" aria-label="Search or run a command">
          <MagnifyingGlassIcon aria-hidden className="size-5" />
        </Button>
      </CommandMenu>
    </header>
  )
}
