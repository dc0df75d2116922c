/** Defines a signal rule: how one type of signal is detected for the team, a client or an AI-visibility project. */
import { z } from "zod"
import { signalCreated, signalTypes } from "@/domain/events/signal-created"
import { notFound } from "@/domain/kernel/errors"
import { createdAt, timestamp, updatedAt } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { rows, sql } from "@/prisma/client"

export const sensitivities = ["low", "medium", "high"] as const

/** A team may have this many rules. */
export const maxRules = 200

export const signalRule = z
  .object({
    id: id("signalRule"),
    name: z.string().meta({ description: "The name of the rule." }),
    type: z.enum(signalTypes).meta({ description: "The type of signal that the rule is about." }),
    client_id: id("client").nullable().meta({ description: "The client. `null` if the rule is for all clients." }),
    project_id: id("aiProject")
      .nullable()
      .meta({ description: "The AI-visibility project. `null` if the rule is for all projects." }),
    is_enabled: z.boolean().meta({
      description: "`false` turns this type of signal off where the rule applies.",
    }),
    sensitivity: z.enum(sensitivities).meta({ description: "How small a deviation creates a signal." }),
    params: z
      .record(z.string(), z.unknown())
      .meta({ description: "The settings of this type. Their names depend on `type`." }),
    severity_floor: signalCreated.shape.signal.shape.severity.meta({
      description: "Findings below this severity create no signal.",
    }),
    cooldown_hours: z.int().meta({
      description: "The hours after a signal ends in which the same condition creates no new signal.",
    }),
    muted_until: timestamp()
      .nullable()
      .meta({ description: "Until this time the rule creates no signals. `null` if it is not muted." }),
    created_at: createdAt(),
    updated_at: updatedAt(),
  })
  .meta({ id: "SignalRule" })
export type SignalRule = z.infer<typeof signalRule>

export const ruleColumns = sql`r.id, r.name, r.type, r.client_id, r.project_id, r.is_enabled, r.sensitivity, r.params,
  r.severity_floor, r.cooldown_hours, r.muted_until, r.created_at, r.updated_at`

export async function requireRule(teamId: string, ruleId: string): Promise<SignalRule> {
  const [found] = await rows(
    signalRule,
    sql`select ${ruleColumns} from signal_rule r where r.team_id = ${teamId} and r.id = ${ruleId}`,
  )
  if (!found) throw notFound("signal rule")
  return found
}

export const exampleRule: SignalRule = {
  id: exampleId("signalRule"),
  name: "Sessions of Bergamo Bikes",
  type: "metric_anomaly",
  client_id: exampleId("client"),
  project_id: null,
  is_enabled: true,
  sensitivity: "medium",
  params: { metric_ids: ["sessions"], alerts_per_month: 2 },
  severity_floor: "warning",
  cooldown_hours: 72,
  muted_until: null,
  created_at: "2026-11-02T16:04:11.201Z",
  updated_at: "2026-11-02T16:04:11.201Z",
}
