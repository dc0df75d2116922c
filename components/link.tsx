/** A link inside the app, without prefetching. Each page is rendered for its user, so prefetching costs more than it saves. */
import NextLink from "next/link"
import type { ComponentProps } from "react"

export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />
}
