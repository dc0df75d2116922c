/**
 * A link inside the app. It prefetches its page when the pointer or the focus reaches it, not when it becomes visible:
 * each page is rendered for its user, and most visible links are never followed.
 */
"use client"

import NextLink, { useLinkStatus } from "next/link"
import { type ComponentProps, useState } from "react"

export function Link({ children, ...props }: ComponentProps<typeof NextLink>) {
  const [isLikely, setLikely] = useState(false)
  return (
    <NextLink
      // null: prefetch as Next does by default, which is up to the page's loading state.
      prefetch={isLikely ? null : false}
      onPointerEnter={() => setLikely(true)}
      onFocus={() => setLikely(true)}
      {...props}
    >
      {children}
      <LinkLoadingBar />
    </NextLink>
  )
}

/** Inside a link: shows that its page is loading. */
const LinkLoadingBar = () => useLinkStatus().pending && <LoadingBar />

/**
 * A thin bar at the top of the window while a page or a changed list loads. It grows from nothing without a delay: fast
 * answers show almost nothing, and a click whose page was not prefetched has an answer within 100 ms. For screen readers,
 * the new page itself is the answer. app/globals.css has its look.
 */
export const LoadingBar = () => <span aria-hidden className="loading-bar" />
