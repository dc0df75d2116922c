/** Lists the first prompts where a competitor is clearly ahead of your brand, with what to do, and links to all. */
import type { Data } from "@/components/api/types"
import { pluralize } from "@/domain/kernel/format-count"
import { share } from "./format-metrics"
import { GapActions } from "./prompt-actions"
import { PromptList } from "./prompt-list"

type Prompt = Data<"aiVisibility", "listPrompts">[number]

/** `path`: the path of the project. `engine`: the engine of the gaps. `allHref`: the list of all gaps. */
type Props = { prompts: Prompt[]; total: number; path: string; engine: string | undefined; allHref: string }

export const GapList = ({ prompts, total, path, engine, allHref }: Props) => (
  <PromptList
    prompts={prompts.map(({ id, text, latest }) => ({
      id,
      text,
      figures: latest && <Shares latest={latest} />,
      actions: <GapActions prompt={{ id, text }} path={path} engine={engine} />,
    }))}
    path={path}
    more={total > prompts.length ? { name: `Show all ${pluralize(total, "gap")}`, href: allHref } : null}
  />
)

const Shares = ({ latest: { visibility, best_competitor } }: { latest: NonNullable<Prompt["latest"]> }) => (
  <>
    <span>
      You <strong className="text-text">{share(visibility)}</strong>
    </span>
    {best_competitor && (
      <span>
        <bdi>{best_competitor.name}</bdi> <strong className="text-text">{share(best_competitor.visibility)}</strong>
      </span>
    )}
  </>
)
