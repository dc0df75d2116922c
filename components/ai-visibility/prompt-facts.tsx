/** Shows the properties of a prompt. */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { intentNames } from "@/components/project-settings/prompt-labels"
import { Time } from "@/components/time"
import { Fact } from "@/components/ui/fact"

type Props = { prompt: Data<"aiVisibility", "getPrompt">; topic: string | null; language: string; listPath: string }

export function PromptFacts({ prompt, topic, language, listPath }: Props) {
  const { topic_id, intent, tags, added_in_panel, removed_in_panel, created_at } = prompt
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 text-table">
      {topic && topic_id && (
        <Fact name="Topic">
          <Link href={urlWithQuery(listPath, { topic_id })} className="hover:underline">
            {topic}
          </Link>
        </Fact>
      )}
      <Fact name="Intent">{intentNames[intent]}</Fact>
      <Fact name="Language">{language}</Fact>
      <Fact name="Added in">
        prompt set version {added_in_panel}, <Time at={created_at} />
      </Fact>
      {removed_in_panel !== null && <Fact name="Removed in">prompt set version {removed_in_panel}</Fact>}
      {tags.length > 0 && (
        <Fact name="Tags">
          {tags.map((tag, i) => (
            <span key={tag}>
              {i > 0 && ", "}
              <Link href={urlWithQuery(listPath, { tag })} className="hover:underline">
                {tag}
              </Link>
            </span>
          ))}
        </Fact>
      )}
    </dl>
  )
}
