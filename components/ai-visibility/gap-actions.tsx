/** What to do about a gap: read the answers to its prompt, and see the sources that these answers cite. */
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"

/** `path`: the path of the project. `engine`: only the answers of this engine. */
type Props = { prompt: { id: string; text: string }; path: string; engine: string | undefined }

/** The class of an action in the row of a prompt. It stands above a link that covers the whole row. */
export const promptAction = "relative z-1 inline-flex min-h-6 items-center text-accent hover:underline"

export const GapActions = ({ prompt: { id, text }, path, engine }: Props) => (
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
