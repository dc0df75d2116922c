/**
 * A link inside the app. It prefetches its page when the pointer or the focus reaches it. Next's default, when the link
 * becomes visible, would render many pages that the user never opens.
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

/** Shows the loading bar while the page of the surrounding link loads. */
const LinkLoadingBar = () => useLinkStatus().pending && <LoadingBar />

/**
 * A thin bar at the top of the window while a page or a changed list loads. It starts with the click and grows from
 * zero, so a fast page shows almost none of it, and a slow page shows within 100 ms that it is loading. Screen readers
 * do not announce it. Its styles are in app/globals.css.
 */
export const LoadingBar = () => <span aria-hidden className="loading-bar" />
