/**
 * Submit button of a form. It is disabled until hydration, because before that the browser would submit the form
 * itself. While the form is being saved, the surrounding dialog stays open.
 */
"use client"

import type { ComponentProps } from "react"
import { Button } from "@/components/ui/button"
import { useCloseGuard } from "@/components/ui/close-guard"
import { useIsHydrated } from "@/components/ui/use-is-hydrated"

type Props = Omit<ComponentProps<typeof Button>, "type" | "disabled" | "onClick"> & { isBusy: boolean }

export function SubmitButton({ isBusy, ...props }: Props) {
  const isHydrated = useIsHydrated()
  useCloseGuard(isBusy)
  return (
    <Button
      {...props}
      type="submit"
      isBusy={isBusy}
      disabled={!isHydrated}
      // Ignores the second click of a double click.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
    />
  )
}
