/** Banner on the start page of the sample team. On other pages, a tag beside the team's name says the same. */
"use client"

import { usePathname } from "next/navigation"
import { Link } from "@/components/link"

export function SampleNote({ slug }: { slug: string }) {
  if (usePathname() !== `/${slug}`) return null
  return (
    <aside
      aria-label="Sample data"
      className="border-line border-b bg-caution-wash px-4 py-1.5 text-center text-small print:hidden"
    >
      <strong>Sample data.</strong> <span className="max-sm:hidden">All data in this team is invented. </span>
      <Link href="/new-team" className="underline underline-offset-2">
        Create your own team
      </Link>
    </aside>
  )
}
