/** Shown after a sign-in link was sent. */
import type { Metadata } from "next"
import { Narrow } from "@/components/frame/bare-frame"
import { Link } from "@/components/link"

export const metadata: Metadata = { title: "Check your email" }

export default function LetterSentPage() {
  return (
    <Narrow
      title="Check your email"
      lead="We sent you an email. If you have an account, or may create one, its link works once and expires after one hour."
    >
      <p className="text-quiet">
        No email after a few minutes? Look in your spam folder, or{" "}
        <Link href="/sign-in" className="text-accent underline underline-offset-2">
          try again
        </Link>
        .
      </p>
    </Narrow>
  )
}
