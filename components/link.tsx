/** A link inside the app. Every page is made for its reader, so fetching pages ahead would cost more than it brings. */
import NextLink from "next/link"
import type { ComponentProps } from "react"

export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />
}
