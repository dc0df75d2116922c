/** What a list says and offers about a prompt: whether it is a gap, its answers, its sources, and their changes. */
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { Badge } from "@/components/ui/badge"

/** Marks a prompt as a gap: a competitor is clearly ahead of your brand. */
export const PromptGap = () => (
  <Badge state="caution" title="A competitor is clearly ahead of your brand">
    gap
  </Badge>
)

/** `path`: the path of the project. `engine`: only the answers of this engine. */
type GapProps = { prompt: { id: string; text: string }; path: string; engine: string | undefined }

/** The class of an action in the row of a prompt. It stands above a link that covers the whole row. */
const promptAction = "relative z-1 inline-flex min-h-6 items-center text-accent hover:underline"

/** What to do about a gap: read the answers to its prompt, and see the sources that these answers cite. */
export const GapActions = ({ prompt: { id, text }, path, engine }: GapProps) => (
  <>
    <Link
      data-not-in-csv
      href={urlWithQuery(`${path}/answers`, { prompt_id: id, engine })}
      aria-label={`Read answers: ${text}`}
      className={promptAction}
    >
      Read answers
    </Link>
    <Link
      data-not-in-csv
      href={`${path}/prompts/${id}#${sourcesAnchor}`}
      aria-label={`See cited sources: ${text}`}
      className={promptAction}
    >
      See cited sources
    </Link>
  </>
)

/** The id of the section of a prompt's page that lists the cited sources. */
export const sourcesAnchor = "sources"

type CompareProps = {
  prompt: { id: string; text: string }
  /** The path of the project. */
  path: string
  /** The later of the two scans. */
  scanId: string
  /** The engine of the example. */
  engine: string | undefined
}

/** Link to the comparison of the answers to a prompt: those of a scan, and those of the scan before it. */
export const CompareAnswers = ({ prompt: { id, text }, path, scanId, engine }: CompareProps) => (
  <Link
    data-not-in-csv
    href={urlWithQuery(`${path}/prompts/${id}/compare`, { after: scanId, engine })}
    aria-label={`Compare answers: ${text}`}
    className={promptAction}
  >
    Compare answers
  </Link>
)
