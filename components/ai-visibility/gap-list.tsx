/** Lists the first prompts where a competitor is clearly ahead of your brand, with a link to all of them. */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { pluralize } from "@/domain/kernel/format-count"
import { share } from "./format-metrics"

/** `path`: the path of the project. `allHref`: the list of all gaps. */
type Props = { prompts: Data<"aiVisibility", "listPrompts">; total: number; path: string; allHref: string }

export function GapList({ prompts, total, path, allHref }: Props) {
  return (
    <>
      <ul className="divide-y divide-line border-line border-y">
        {prompts.map(({ id, text, latest }) => (
          <li key={id} className="relative py-2 text-table hover:bg-hover">
            <Link href={`${path}/prompts/${id}`} className="line-clamp-2 break-words after:absolute after:inset-0">
              {text}
            </Link>
            {latest && (
              <span className="figures mt-0.5 flex flex-wrap gap-x-4 text-quiet">
                <span>
                  You <strong className="text-text">{share(latest.visibility)}</strong>
                </span>
                {latest.best_competitor && (
                  <span>
                    <bdi>{latest.best_competitor.name}</bdi>{" "}
                    <strong className="text-text">{share(latest.best_competitor.visibility)}</strong>
                  </span>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {total > prompts.length && (
        <p className="mt-2 text-table">
          <Link href={allHref} className="text-accent hover:underline">
            {`Show all ${pluralize(total, "gap")}`}
          </Link>
        </p>
      )}
    </>
  )
}
