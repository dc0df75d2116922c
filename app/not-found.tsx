/** The not-found page outside any other frame. */
import { BareFrame } from "@/components/frame/bare-frame"
import { PageNotFound } from "@/components/frame/page-not-found"

export const metadata = { title: "Not found" }

export default function NotFound() {
  return (
    <BareFrame>
      <PageNotFound />
    </BareFrame>
  )
}
