/** Looks up the prompt before its page starts to stream, because a response that has started cannot become a 404. */
import type { ReactNode } from "react"
import { findPrompt } from "./find-prompt"

type Props = { params: Promise<{ team: string; project: string; prompt: string }>; children: ReactNode }

export default async function PromptLayout({ params, children }: Props) {
  const { team, project, prompt } = await params
  await findPrompt(team, project, prompt)
  return children
}
