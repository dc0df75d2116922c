/** Lists the prompts of a prompt set with their topic, intent, tags and versions. */
import { Link } from "@/components/link"
import { Badge } from "@/components/ui/badge"
import { PromptDialog } from "./prompt-dialog"
import { intentNames, type Prompt, type Topic } from "./prompt-labels"

/** `path`: that of the project's prompts. */
type Props = { prompts: Prompt[]; topics: Topic[]; path: string; panelVersion: number; canChange: boolean }

export function PromptList({ prompts, topics, path, panelVersion, canChange }: Props) {
  const names = new Map(topics.map(({ id, name }) => [id, name]))
  return (
    <>
      <ul className="divide-y divide-line rounded-box border border-line bg-surface">
        {prompts.map((prompt) => (
          <li key={prompt.id} className="flex items-center justify-between gap-4 px-4 py-2.5">
            <div className="min-w-0">
              <p className="break-words">
                <Link href={`${path}/${prompt.id}`} className="hover:underline">
                  {prompt.text}
                </Link>
              </p>
              <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-quiet text-table">
                {prompt.status !== "active" && <Badge state="idle">{prompt.status}</Badge>}
                {prompt.is_branded && <Badge state="caution">names your brand</Badge>}
                <span>
                  {[prompt.topic_id && names.get(prompt.topic_id), intentNames[prompt.intent]]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
                {prompt.tags.map((tag) => (
                  <span key={tag}>#{tag}</span>
                ))}
                {(prompt.added_in_panel > 1 || prompt.removed_in_panel !== null) && <span>{versionsOf(prompt)}</span>}
              </p>
            </div>
            {canChange && <PromptDialog prompt={prompt} topics={topics} panelVersion={panelVersion} />}
          </li>
        ))}
      </ul>
      {prompts.some(({ is_branded }) => is_branded) && <BrandedPromptNote />}
    </>
  )
}

export const BrandedPromptNote = () => (
  <p className="mt-2 text-quiet text-small">Prompts that name your brand are excluded from metrics by default.</p>
)

/** The versions of the prompt set that contain the prompt. The API calls a prompt set a panel. */
function versionsOf({ added_in_panel: first, removed_in_panel: removedIn }: Prompt) {
  if (removedIn === null) return `since version ${first}`
  const last = removedIn - 1
  return last > first ? `in versions ${first} to ${last}` : `in version ${first}`
}
