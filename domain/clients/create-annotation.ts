/** Adds an annotation to a client's metrics. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound, Problem, parameterError } from "@/domain/kernel/errors"
import { dateInput, singleLineText } from "@/domain/kernel/fields"
import { id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { annotationConcernsMetric } from "@/domain/metrics/annotation-scope"
import { annotation, annotationKinds } from "@/domain/metrics/annotations"
import { metricQueryInput } from "@/domain/metrics/metric-query"
import { type Provider, providerLabels, providers } from "@/domain/metrics/provider"
import { prisma } from "@/prisma/client"
import { lockClient, requireNotArchived } from "./settings"

/** Maximum number of annotations per client. */
const maxAnnotations = 500

export const createAnnotation = defineOperation({
  id: "clients.createAnnotation",
  summary: "Add an annotation to a client's metrics",
  description:
    "Charts show annotations. After a tracking change, values cannot be compared with those before, so charts interrupt their lines there.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({
    client_id: id("client"),
    date: dateInput("The day of the event. For a tracking change, the first day of the new series."),
    kind: z.enum(annotationKinds),
    text: singleLineText(120).meta({ description: "What happened. Readers of reports see it." }),
    provider: z.enum(providers).optional().meta({
      description: "The platform whose metrics the annotation concerns. Default: all platforms.",
    }),
    metric: metricQueryInput.metrics.element.optional().meta({
      description: "The metric that the annotation concerns. Default: all metrics.",
    }),
  }),
  output: annotation,
  fails: ["plan_limit_reached", "state_conflict"],
  async handle(ctx, { client_id, date, kind, text, provider = null, metric = null }) {
    const team_id = ctx.team.id
    const now = ctx.now()
    const author = ctx.actor.name
    const annotationId = newId("annotation", now.getTime())
    const fields = { kind, text, provider }
    if (provider && metric && !annotationConcernsMetric({ provider, metric }, metric))
      throw notMeasured(provider, metric)
    await prisma.$transaction(async (tx) => {
      const client = await lockClient(tx, team_id, client_id)
      if (!client) throw notFound("client")
      requireNotArchived(client)
      const owner = { team_id, client_id }
      if ((await tx.annotation.count({ where: owner })) >= maxAnnotations)
        throw new Problem("plan_limit_reached", `A client can have ${maxAnnotations} annotations. Remove some first.`)
      const created = { id: annotationId, date: new Date(date), metric_id: metric, author, created_at: now }
      await tx.annotation.create({ data: { ...owner, ...fields, ...created } })
      const after = { name: client.name, date, ...fields, metric }
      await recordAudit(ctx, { action: "client.annotation_created", subject_id: client_id, after }, tx)
    })
    return { data: { id: annotationId, date, ...fields, metric, author } }
  },
})

function notMeasured(provider: Provider, metric: string) {
  const detail = `${providerLabels[provider]} does not measure ${metric}.`
  const fix = "Leave out the platform or the metric, or name a metric of this platform."
  return new Problem("parameter_invalid", detail, { errors: [parameterError("metric", detail, fix)] })
}
