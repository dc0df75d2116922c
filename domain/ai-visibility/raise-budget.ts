/** Checks who may raise a project's answer budget. Answers cost money, so members may only lower it. */
import { type Actor, roleAtLeast } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import type { LockedProject } from "./lock-project"

const parameter = "monthly_answer_budget"

/** Throws `role_missing` when `wanted` allows more answers than the project's budget and the actor is not an admin. */
export function requireRaise(actor: Actor, project: LockedProject, wanted: number | undefined) {
  if (wanted === undefined || limitOf(wanted) <= limitOf(project.monthly_answer_budget)) return
  if (actor.kind === "system" || (actor.kind === "person" && roleAtLeast(actor.role, "admin"))) return
  const detail = "Only an admin or owner can raise the monthly answer budget. You can lower it."
  throw new Problem("role_missing", detail, { errors: [{ parameter, code: "role_missing", detail }] })
}

/** 0 means no project limit; only the plan's limit applies. */
const limitOf = (budget: number) => (budget === 0 ? Number.POSITIVE_INFINITY : budget)
