/** The sign-in link is on its way. */
import type { Metadata } from "next"
import { Narrow } from "@/components/frame/bare-frame"
import { Link } from "@/components/link"

export const metadata: Metadata = { title: "Look into your mail" }

export default function LetterSentPage() {
  return (
    <Narrow
      title="Look into your mail"
      lead="We have sent you an email. If you have an account, or may create one, its link signs you in once, within an hour."
    >
      <p className="text-quiet">
        Nothing there after a few minutes? Look among the junk, or{" "}
        <Link href="/sign-in" className="text-accent underline underline-offset-2">
          try again
        </Link>
        .
      </p>
    </Narrow>
  )
}
