/** Who visits a page, and what they may call: nobody gets past it who is not signed in, or not in the team. */
import "server-only"
import { headers } from "next/headers"
import { notFound, redirect } from "next/navigation"
import { cache } from "react"
import { Problem } from "@/domain/errors"
import { newId } from "@/domain/ids"
import { isOperator } from "@/domain/installation/operator"
import { contextOf } from "./asking"
import { signedInPerson } from "./auth/session"
import { callerOf } from "./caller"
import { originOf } from "./origin"
import { pathHeader } from "./path-header"

/** Anybody, signed in or not. */
export const visit = cache(async (teamSlug: string | null = null) => {
  const asking = {
    person: await signedInPerson(),
    teamSlug,
    origin: originOf(await headers()),
    requestId: newId("request"),
  }
  return { asking, person: asking.person, api: callerOf(asking) }
})

/** A signed-in person; others are sent to sign in, and come back to the page afterwards. */
export async function visitAsPerson(teamSlug: string | null = null) {
  const { person, ...rest } = await visit(teamSlug)
  if (!person) redirect(`/sign-in?callbackUrl=${encodeURIComponent((await headers()).get(pathHeader) ?? "/teams")}`)
  return { person, ...rest }
}

/** An operator of the installation; other people get the not-found page. */
export async function visitAsOperator() {
  const { person, ...rest } = await visitAsPerson()
  if (!(await isOperator(person.id))) notFound()
  return { person, ...rest }
}

/** A member of the team in the address; to everybody else there is no such page. */
export const theirTeam = cache(async (slug: string) => {
  const { asking, person, api } = await visitAsPerson(slug)
  return { person, api, ...(await orNotFound(contextOf("team", asking))) }
})

/** The same, for pages that show what the team has. */
export const visitTeam = cache(async (slug: string) => {
  const { person, api, team, actor } = await theirTeam(slug)
  if (team.is_suspended) redirect(`/suspended/${slug}`)
  const role = actor.kind === "person" ? actor.role : "viewer"
  return { person, api, team, role, isAdmin: role === "admin" || role === "owner" }
})

/** Null for what is not there, and for ids that are none. */
export async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Problem && ["resource_not_found", "parameter_invalid"].includes(error.code)) return null
    throw error
  }
}

/** The 404 page for what is not there. */
export const orNotFound = async <T>(call: Promise<T>): Promise<T> => (await orNull(call)) ?? notFound()

/** A cursor out of an old link leads to the first page of its list. */
export async function orFirstPage<T>(call: Promise<T>, firstPage: string): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Problem && error.code === "cursor_invalid") redirect(firstPage)
    throw error
  }
}
