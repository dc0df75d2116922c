/** The parts that the command palette and the search of a breadcrumb share. */
import { Command } from "cmdk"
import type { ComponentProps } from "react"

export const windowClass =
  "fixed top-[10dvh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-xl -translate-x-1/2 overflow-hidden rounded-box border border-line bg-surface shadow-float"

export const PaletteInput = (props: ComponentProps<typeof Command.Input>) => (
  <Command.Input
    autoFocus
    className="h-12 w-full border-line border-b bg-transparent px-4 text-head outline-none placeholder:text-quiet"
    {...props}
  />
)

export const PaletteItem = (props: ComponentProps<typeof Command.Item>) => (
  <Command.Item
    className="flex min-h-9 cursor-pointer items-center gap-3 rounded-[4px] px-2.5 py-1.5 aria-selected:bg-accent-wash"
    {...props}
  />
)
