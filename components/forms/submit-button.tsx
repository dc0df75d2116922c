/** The button that sends a form: not before the page has come to life, because the browser would then send it by itself. */
"use client"

import type { ComponentProps } from "react"
import { Button } from "@/components/ui/button"
import { useIsAlive } from "@/components/ui/use-is-alive"

type Props = Omit<ComponentProps<typeof Button>, "type" | "disabled" | "aria-busy"> & { isBusy: boolean }

export function SubmitButton({ isBusy, ...props }: Props) {
  const isAlive = useIsAlive()
  return <Button {...props} type="submit" aria-busy={isBusy} disabled={isBusy || !isAlive} />
}
