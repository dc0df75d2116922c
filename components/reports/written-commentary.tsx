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

export function WrittenCommentary({ markdown, about, shown, author }: Props) {
  const isOfPeriod = about.from === shown.from && about.to === shown.to
  return (
    <div>
      <Prose text={markdown} />
      {(author || !isOfPeriod) && (
        <p className="mt-2 text-quiet text-small">
          {author}
          {author && !isOfPeriod && ", "}
          {!isOfPeriod && `about ${periodLabel(about)}`}
        </p>
      )}
    </div>
  )
}
