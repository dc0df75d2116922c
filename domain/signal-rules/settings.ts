/** Validates the settings of a rule that users can change, and the client or project that it is for. */
import { z } from "zod"
import { signalCreated, type signalTypes } from "@/domain/events/signal-created"
import { notFound, Problem } from "@/domain/kernel/errors"
import { singleLineText, timestampInput } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { problemOf } from "@/domain/kernel/validate"
import { type Prisma, sql } from "@/prisma/client"
import { paramsOfType } from "./params"
import { sensitivities } from "./rule"

export const ruleSettings = {
  name: singleLineText(120).meta({ description: "The name of the rule." }),
  is_enabled: z.boolean(),
  sensitivity: z.enum(sensitivities),
  params: z.record(z.string(), z.unknown()),
  severity_floor: signalCreated.shape.signal.shape.severity,
  cooldown_hours: z
    .int()
    .min(0)
    .max(24 * 90),
  muted_until: timestampInput().nullable(),
}

export const ruleScope = { client_id: id("client").nullable(), project_id: id("aiProject").nullable() }

type SignalType = (typeof signalTypes)[number]

/** Returns the settings with defaults. Throws `parameter_invalid` with every setting that does not fit the type. */
export function checkedParams(type: SignalType, params: unknown): Prisma.InputJsonObject {
  const result = paramsOfType[type].safeParse(params)
  if (result.success) return result.data as Prisma.InputJsonObject
  throw problemOf(
    result.error.issues.map(({ path, message }) => ({
      pointer: `/params${path.map((part) => `/${String(part)}`).join("")}`,
      code: "parameter_invalid",
      detail: `${["params", ...path].join(".")}: ${message}.`,
    })),
  )
}

type Scope = { client_id: string | null; project_id: string | null }

/** Throws when the client or the project is not the team's, or when both are given and do not belong together. */
export async function requireScope(tx: Prisma.TransactionClient, team_id: string, { client_id, project_id }: Scope) {
  if (client_id && !(await tx.client.findFirst({ where: { team_id, id: client_id }, select: { id: true } })))
    throw notFound("client")
  if (!project_id) return
  const project = await tx.aiProject.findFirst({ where: { team_id, id: project_id }, select: { client_id: true } })
  if (!project) throw notFound("AI-visibility project")
  if (client_id && project.client_id !== client_id)
    throw new Problem("parameter_invalid", "The project belongs to another client. Send client_id or project_id.")
}

/**
 * This many clients are evaluated immediately. The others follow one by one, so that a rule for all clients does not
 * delay other work.
 */
const immediateClients = 20
const spacingSeconds = 2

/**
 * Requests an evaluation of the clients of a rule, so that a change shows its effect soon after the commit. Clients are
 * marked in the order of their ids, so that two transactions cannot deadlock.
 */
export const requestEvaluation = (tx: Prisma.TransactionClient, team_id: string, { client_id, project_id }: Scope) =>
  tx.$executeRaw(sql`
    with affected as (
      select c.id, row_number() over (order by c.id) as position from client c
      where c.team_id = ${team_id} and c.status = 'active' and (${client_id}::text is null or c.id = ${client_id})
        and (${project_id}::text is null or c.id = (select p.client_id from ai_project p where p.team_id = ${team_id} and p.id = ${project_id}))),
    marked as (
      insert into signal_evaluation (client_id, team_id, due_at)
      select id, ${team_id}, clock_timestamp() + greatest(position - ${immediateClients}::int, 0) * ${spacingSeconds}::int * interval '1 second'
      from affected order by id
      on conflict (client_id) do update set due_at = excluded.due_at
      returning client_id)
    select pg_notify('signals_due', client_id) from marked join affected on id = client_id where position <= ${immediateClients}::int`)
