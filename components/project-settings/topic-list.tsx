/** Lists the topics of a project. A topic groups prompts about the same subject. */
"use client"

import { useApi } from "@/components/api/provider"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"
import { pluralize } from "@/domain/kernel/format-count"
import type { Topic } from "./prompt-labels"
import { TopicDialog } from "./topic-dialog"

export function TopicList({ topics, canChange }: { topics: Topic[]; canChange: boolean }) {
  return (
    <ul className="divide-y divide-line rounded-box border border-line bg-surface">
      {topics.map((topic) => (
        <li key={topic.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2">
          <span className="min-w-0 break-words">
            {topic.name} <span className="text-quiet text-table">{pluralize(topic.prompts_n, "prompt")}</span>
          </span>
          {canChange && (
            <span className="flex gap-2">
              <TopicDialog projectId={topic.project_id} topic={topic} />
              <DeleteTopic topic={topic} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function DeleteTopic({ topic }: { topic: Topic }) {
  const api = useApi()
  return (
    <ConfirmDialog
      trigger={
        <Button size="small" kind="quiet" aria-label={`Delete ${topic.name}`}>
          Delete
        </Button>
      }
      title={`Delete the topic ${topic.name}?`}
      action="Delete topic"
      mutation={api.aiVisibility.deleteTopic.mutationOptions()}
      input={{ topic_id: topic.id }}
      done={`${topic.name} deleted`}
    >
      <p>
        Its {pluralize(topic.prompts_n, "prompt")} {topic.prompts_n === 1 ? "stays" : "stay"} in the prompt set without
        a topic. Metrics by topic no longer show it, for earlier scans too.
      </p>
    </ConfirmDialog>
  )
}
