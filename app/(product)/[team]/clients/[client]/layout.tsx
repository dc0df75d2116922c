/** Looks up the client before its page starts to stream, because a response that has started cannot become a 404. */
import type { ReactNode } from "react"
import { findClient } from "./find-client"

type Props = { params: Promise<{ team: string; client: string }>; children: ReactNode }

export default async function ClientLayout({ params, children }: Props) {
  const { team, client } = await params
  await findClient(team, client)
  return children
}
