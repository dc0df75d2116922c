/** Looks up the answer before its page starts to stream, because a response that has started cannot become a 404. */
import type { ReactNode } from "react"
import { findAnswer } from "./find-answer"

type Props = { params: Promise<{ team: string; project: string; answer: string }>; children: ReactNode }

export default async function AnswerLayout({ params, children }: Props) {
  const { team, project, answer } = await params
  await findAnswer(team, project, answer)
  return children
}
