/** A dropdown menu. Its code loads when it first opens. Until then, only its button is on the page. */
"use client"

import { Slot } from "radix-ui"
import { type ComponentProps, createContext, type KeyboardEvent, type MouseEvent, use, useRef, useState } from "react"
import { cn } from "./class-names"
import type { Radix } from "./menu-code"
import { preloadProps, useModule } from "./use-module"

type MenuState = {
  /** Undefined until the menu's code has loaded. */
  radix: typeof Radix | undefined
  /** Opens the menu for the first time, and loads its code. Afterwards, Radix opens it. */
  open: (event: MouseEvent | KeyboardEvent) => void
  /** True while a key opens the menu for the first time, before Radix listens to keys. */
  isFirstKey: { current: boolean }
}

const MenuContext = createContext<MenuState | null>(null)
const loadCode = () => import("./menu-code")

type MenuProps = { onOpenChange?: ((isOpen: boolean) => void) | undefined; children: React.ReactNode }

export function Menu({ onOpenChange, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const isFirstKey = useRef(false)
  const radix = useModule(loadCode, isOpen, () => change(false))?.Radix
  function change(isOpen: boolean) {
    setOpen(isOpen)
    onOpenChange?.(isOpen)
  }
  function open(event: MouseEvent | KeyboardEvent) {
    isFirstKey.current = event.detail === 0
    change(true)
  }
  return (
    <MenuContext value={{ radix, open, isFirstKey }}>
      {radix ? (
        <radix.Root open={isOpen} onOpenChange={change}>
          {children}
        </radix.Root>
      ) : (
        children
      )}
    </MenuContext>
  )
}

export function MenuTrigger({ asChild, ...props }: ComponentProps<"button"> & { asChild?: boolean }) {
  const { radix, open } = useMenu()
  if (radix) return <radix.Trigger {...{ asChild }} {...props} />
  const Element = asChild ? Slot.Root : "button"
  return (
    <Element
      {...(asChild ? {} : { type: "button" })}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown") return
        event.preventDefault()
        open(event)
      }}
      {...preloadProps(loadCode)}
      {...props}
    />
  )
}

export function MenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  const { radix, isFirstKey } = useMenu()
  if (!radix) return null
  function focusFirstItem(content: HTMLElement | null) {
    if (content && isFirstKey.current) content.querySelector<HTMLElement>(enabledItem)?.focus({ preventScroll: true })
    if (content) isFirstKey.current = false
  }
  return (
    <radix.Portal>
      <radix.Content
        ref={focusFirstItem}
        sideOffset={6}
        collisionPadding={8}
        className={cn("z-50 min-w-52 rounded-box border border-line bg-surface p-1 shadow-float", className)}
        {...props}
      />
    </radix.Portal>
  )
}

const enabledItem = '[role^="menuitem"]:not([data-disabled])'

const item =
  "flex min-h-8 select-none items-center gap-2 rounded-[4px] px-2 py-1 text-body outline-none data-highlighted:bg-hover data-disabled:opacity-50"

export function MenuItem({ className, ...props }: ComponentProps<typeof Radix.Item>) {
  const { Item } = useRadix()
  return <Item className={cn(item, className)} {...props} />
}

export function MenuRadioGroup(props: ComponentProps<typeof Radix.RadioGroup>) {
  const { RadioGroup } = useRadix()
  return <RadioGroup {...props} />
}

export function MenuRadioItem({ className, children, ...props }: ComponentProps<typeof Radix.RadioItem>) {
  const { RadioItem, ItemIndicator } = useRadix()
  return (
    <RadioItem className={cn(item, "justify-between", className)} {...props}>
      {children}
      <ItemIndicator aria-hidden>✓</ItemIndicator>
    </RadioItem>
  )
}

/** The menu stays open, so that several items can be changed. */
export function MenuCheckboxItem({ className, children, ...props }: ComponentProps<typeof Radix.CheckboxItem>) {
  const { CheckboxItem, ItemIndicator } = useRadix()
  return (
    <CheckboxItem
      className={cn(item, "justify-between", className)}
      onSelect={(event) => event.preventDefault()}
      {...props}
    >
      {children}
      <ItemIndicator aria-hidden>✓</ItemIndicator>
    </CheckboxItem>
  )
}

export function MenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  const { Label } = useRadix()
  return <Label className={cn("px-2 py-1.5 text-quiet text-small", className)} {...props} />
}

export function MenuSeparator({ className }: { className?: string }) {
  const { Separator } = useRadix()
  return <Separator className={cn("my-1 h-px bg-line", className)} />
}

function useMenu() {
  const menu = use(MenuContext)
  if (!menu) throw new Error("A part of a menu must be inside a Menu.")
  return menu
}

/** Only for the parts of an open menu. */
function useRadix() {
  const { radix } = useMenu()
  if (!radix) throw new Error("An item of a menu must be inside a MenuContent.")
  return radix
}
