/** Banner on the home page of the sample team. On other pages, a tag beside the team's name says the same. */
import { Link } from "@/components/link"

export const SampleNote = () => (
  <p className="mb-6 rounded-box border border-line bg-caution-wash px-4 py-2 text-table">
    <strong>Sample data.</strong> <span className="max-sm:hidden">All data in this team is invented. </span>
    <Link href="/new-team" className="underline underline-offset-2">
      Create your own team
    </Link>
  </p>
)
