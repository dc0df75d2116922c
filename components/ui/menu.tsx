/** A dropdown menu. */
import { DropdownMenu as Radix } from "radix-ui"
import type { ComponentProps } from "react"
import { cn } from "./class-names"

export const Menu = Radix.Root
export const MenuTrigger = Radix.Trigger
export const MenuRadioGroup = Radix.RadioGroup

export function MenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={6}
        collisionPadding={8}
        className={cn("z-50 min-w-52 rounded-box border border-line bg-surface p-1 shadow-float", className)}
        {...props}
      />
    </Radix.Portal>
  )
}

const item =
  "flex min-h-8 select-none items-center gap-2 rounded-[4px] px-2 py-1 text-body outline-none data-highlighted:bg-hover data-disabled:opacity-50"

export function MenuItem({ className, ...props }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item className={cn(item, className)} {...props} />
}

export function MenuRadioItem({ className, children, ...props }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={cn(item, "justify-between", className)} {...props}>
      {children}
      <Radix.ItemIndicator aria-hidden>✓</Radix.ItemIndicator>
    </Radix.RadioItem>
  )
}

/** The menu stays open, so that several items can be changed. */
export function MenuCheckboxItem({ className, children, ...props }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem
      className={cn(item, "justify-between", className)}
      onSelect={(event) => event.preventDefault()}
      {...props}
    >
      {children}
      <Radix.ItemIndicator aria-hidden>✓</Radix.ItemIndicator>
    </Radix.CheckboxItem>
  )
}

export function MenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cn("px-2 py-1.5 text-quiet text-small", className)} {...props} />
}

export function MenuSeparator({ className }: { className?: string }) {
  return <Radix.Separator className={cn("my-1 h-px bg-line", className)} />
}
