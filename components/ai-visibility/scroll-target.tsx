/**
 * A part of a page that the hash of a link names. Scrolls there when it appears, because Next looks for the hash only
 * once, while the page still shows its loading state.
 */
"use client"

import { type ReactNode, useEffect, useRef } from "react"

type Props = { id: string; children: ReactNode }

export function ScrollTarget({ id, children }: Props) {
  const target = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (window.location.hash === `#${id}`) target.current?.scrollIntoView()
  }, [id])
  return (
    <div ref={target} id={id} className="scroll-mt-20">
      {children}
    </div>
  )
}
