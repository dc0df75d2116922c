/** Looks up the request before its page starts to stream, because a response that has started cannot become a 404. */
import type { ReactNode } from "react"
import { findRequest } from "./find-request"

type Props = { params: Promise<{ team: string; request: string }>; children: ReactNode }

export default async function RequestLayout({ params, children }: Props) {
  const { team, request } = await params
  await findRequest(team, request)
  return children
}
