/** Returns the caller's team, plan, key and remaining limits. */
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { timestamp } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { limitsOfTeam, planNames } from "@/domain/kernel/plans"
import { allScopes } from "@/domain/kernel/scopes"

const me = z
  .object({
    team: z.object({
      id: id("team"),
      name: z.string(),
      slug: z.string(),
      timezone: z.string(),
      currency: z.string(),
      is_sample: z.boolean().meta({ description: "`true` if the team contains sample data." }),
    }),
    plan: z.enum(planNames).meta({ description: "The team's plan." }),
    key: z
      .object({
        id: z.string(),
        name: z.string(),
        hint: z.string(),
        scopes: z.array(z.enum(allScopes)),
        expires_at: timestamp().nullable(),
        grace_until: timestamp().nullable(),
      })
      .nullable()
      .meta({ description: "The API key of the request. `null` if a signed-in user sent the request." }),
    limits: z.object({
      keys: z.int().meta({ description: "The maximum number of active API keys." }),
      webhook_endpoints: z.int().meta({ description: "The maximum number of webhook endpoints." }),
      ai_answers_per_month: z.int().meta({
        description:
          "The maximum number of answers that the team can request from AI engines per calendar month (UTC).",
      }),
      concurrent_requests_per_key: z
        .int()
        .meta({ description: "The maximum number of concurrent requests per API key." }),
      requests: z.array(
        z.object({
          policy: z
            .enum(["key", "team"])
            .meta({ description: "Whether the limit applies to the API key or to the whole team." }),
          quota: z.int().meta({ description: "The number of requests that the window allows." }),
          window_seconds: z.int().meta({ description: "The length of the window, in seconds." }),
          remaining: z.int().meta({ description: "The number of requests that are left in the current window." }),
          resets_in_seconds: z.int().meta({ description: "The number of seconds until the next window starts." }),
        }),
      ),
    }),
  })
  .meta({ id: "Me" })

export const getMe = defineOperation({
  id: "usage.getMe",
  summary: "Get the caller's team, key and limits",
  description:
    "Returns the team, its plan, the API key of the request with its scopes and expiry date, and what is left of each limit. Use it to check a key.",
  audience: "team",
  kind: "query",
  scope: "usage:read",
  rest: { path: "/me", tag: "Usage" },
  input: z.strictObject({}),
  output: me,
  example: {
    team: {
      id: exampleId("team"),
      name: "Studio Nord",
      slug: "studio-nord",
      timezone: "Europe/Rome",
      currency: "EUR",
      is_sample: false,
    },
    plan: "agency",
    key: {
      id: exampleId("key"),
      name: "Nightly export",
      hint: "sbx_live_ab12...wx9z",
      scopes: ["clients:read", "metrics:read"],
      expires_at: "2027-02-01T10:00:00.000Z",
      grace_until: null,
    },
    limits: {
      keys: 25,
      webhook_endpoints: 20,
      ai_answers_per_month: 20_000,
      concurrent_requests_per_key: 25,
      requests: [{ policy: "key", quota: 1_200, window_seconds: 60, remaining: 1_187, resets_in_seconds: 23 }],
    },
  },
  async handle(ctx) {
    const { team } = ctx
    const limits = limitsOfTeam(team)
    return {
      data: {
        team,
        plan: team.plan,
        key: ctx.actor.kind === "key" ? { ...ctx.actor, scopes: [...ctx.actor.scopes] } : null,
        limits: {
          keys: limits.keys,
          webhook_endpoints: limits.webhookEndpoints,
          ai_answers_per_month: limits.aiAnswersPerMonth,
          concurrent_requests_per_key: limits.concurrentRequestsPerKey,
          requests: await requestLimits(ctx),
        },
      },
    }
  },
})

const requestLimits = async ({ limits }: TeamContext) => (limits ? await limits() : [])
