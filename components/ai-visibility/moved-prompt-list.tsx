/** Lists the prompts whose visibility changed most since the previous scan, with a link to all prompts by change. */
import { Link } from "@/components/link"
import { type Row, share } from "./format-metrics"
import { Verdict } from "./verdict"

export type MovedPrompt = { id: string; text: string; row: Row }

/** `total`: how many prompts changed. `path`: the path of the project. `allHref`: all prompts by change. */
type Props = { prompts: MovedPrompt[]; total: number; path: string; allHref: string }

export function MovedPromptList({ prompts, total, path, allHref }: Props) {
  return (
    <>
      <ul className="divide-y divide-line border-line border-y">
        {prompts.map(({ id, text, row }) => (
          <li key={id} className="relative py-2 text-table hover:bg-hover">
            <Link href={`${path}/prompts/${id}`} className="line-clamp-2 break-words after:absolute after:inset-0">
              {text}
            </Link>
            <span className="figures mt-0.5 flex flex-wrap gap-x-4 text-quiet">
              {row.change?.previous && (
                <span>
                  {share(row.change.previous.visibility)} →{" "}
                  <strong className="text-text">{share(row.visibility)}</strong>
                </span>
              )}
              <Verdict row={row} />
            </span>
          </li>
        ))}
      </ul>
      {total > prompts.length && (
        <p className="mt-2 text-table">
          <Link href={allHref} className="text-accent hover:underline">
            Show all prompts by change
          </Link>
        </p>
      )}
    </>
  )
}
