/**
 * Looks up the cited domain before its page starts to stream, because a response that has started cannot become a 404.
 */
import type { ReactNode } from "react"
import { findDomain } from "./find-domain"

type Props = { params: Promise<{ team: string; project: string; domain: string }>; children: ReactNode }

export default async function DomainLayout({ params, children }: Props) {
  const { team, project, domain } = await params
  await findDomain(team, project, domain)
  return children
}
