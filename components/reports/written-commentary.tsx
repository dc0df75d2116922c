/** Shows commentary as prose, with its author and, if it is about another period, its dates. */
import { periodLabel } from "@/components/lists/ranges"
import { Prose } from "./prose"

type Props = {
  markdown: string
  /** What the text is about. */
  about: { from: string; to: string }
  shown: { from: string; to: string }
  author?: string
}

export function WrittenCommentary({ markdown, ...props }: Props) {
  const byline = bylineOf(props)
  return (
    <div>
      <Prose text={markdown} />
      {byline && <p className="mt-2 text-quiet text-small">{byline}</p>}
    </div>
  )
}

/** "Ada, about 1 Oct to 31 Oct 2026". Empty when there is nothing to say. */
export function bylineOf({ about, shown, author }: Omit<Props, "markdown">): string {
  const isOfPeriod = about.from === shown.from && about.to === shown.to
  return [author, !isOfPeriod && `about ${periodLabel(about)}`].filter(Boolean).join(", ")
}
