/**
 * The button that sends a form. It waits until the page has come to life, because the browser would send the form itself.
 * While the form is being saved, the dialog around it stays open.
 */
"use client"

import type { ComponentProps } from "react"
import { Button } from "@/components/ui/button"
import { useHold } from "@/components/ui/hold"
import { useIsAlive } from "@/components/ui/use-is-alive"

type Props = Omit<ComponentProps<typeof Button>, "type" | "disabled" | "aria-busy" | "onClick"> & { isBusy: boolean }

export function SubmitButton({ isBusy, ...props }: Props) {
  const isAlive = useIsAlive()
  useHold(isBusy)
  return (
    <Button
      {...props}
      type="submit"
      aria-busy={isBusy}
      disabled={isBusy || !isAlive}
      // The second click of a double click does not send the form again.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
    />
  )
}
