/** Link to the comparison of the answers to a prompt: those of a scan, and those of the scan before it. */
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { promptAction } from "./gap-actions"

type Props = {
  prompt: { id: string; text: string }
  /** The path of the project. */
  path: string
  /** The later of the two scans. */
  scanId: string
  /** The engine of the example. */
  engine: string | undefined
}

export const CompareAnswers = ({ prompt: { id, text }, path, scanId, engine }: Props) => (
  <Link
    data-not-in-csv
    href={urlWithQuery(`${path}/prompts/${id}/compare`, { after: scanId, engine })}
    aria-label={`Compare answers: ${text}`}
    className={promptAction}
  >
    Compare answers
  </Link>
)
