/** Banner on the home page of the sample team. On other pages, a tag beside the team's name says the same. */
import { CautionNote } from "@/components/forms/problem-note"
import { Link } from "@/components/link"

export const SampleNote = () => (
  <CautionNote className="mb-6 text-table">
    <strong>Sample data.</strong> <span className="max-sm:hidden">All data in this team is invented. </span>
    <Link href="/new-team" className="underline underline-offset-2">
      Create your own team
    </Link>
  </CautionNote>
)
