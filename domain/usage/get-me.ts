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
    team: z
      .object({
        id: id("team"),
        name: z.string().meta({ description: "The name of the team." }),
        slug: z.string().meta({ description: "The team's part of the URL in the app." }),
        timezone: z.string().meta({ description: "The team's IANA time zone." }),
        currency: z.string().meta({ description: "The team's ISO 4217 currency code." }),
        is_sample: z.boolean().meta({ description: "`true` if the team contains sample data." }),
      })
      .meta({ description: "The caller's team." }),
    plan: z.enum(planNames).meta({ description: "The team's plan." }),
    key: z
      .object({
        id: z.string().meta({ description: "The ID of the API key." }),
        name: z.string().meta({ description: "The name of the API key." }),
        hint: z.string().meta({ description: "The beginning and the end of the API key." }),
        scopes: z.array(z.enum(allScopes)).meta({ description: "What the API key may access." }),
        expires_at: timestamp()
          .nullable()
          .meta({ description: "The time when the API key expires. `null` if it does not expire." }),
        grace_until: timestamp().nullable().meta({
          description: "The time when the API key stops working because it was rotated. `null` if it was not rotated.",
        }),
      })
      .nullable()
      .meta({ description: "The API key of the request. `null` if a signed-in user sent the request." }),
    limits: z
      .object({
        keys: z.int().meta({ description: "The maximum number of active API keys." }),
        webhook_endpoints: z.int().meta({ description: "The maximum number of webhook endpoints." }),
        ai_answers_per_month: z.int().meta({
          description:
            "The maximum number of answers that the team can request from AI engines per calendar month (UTC).",
        }),
        concurrent_requests_per_key: z
          .int()
          .meta({ description: "The maximum number of concurrent requests per API key." }),
        requests: z
          .array(
            z.object({
              policy: z
                .enum(["key", "team"])
                .meta({ description: "Whether the limit applies to the API key or to the whole team." }),
              quota: z.int().meta({ description: "The number of requests that the window allows." }),
              window_seconds: z.int().meta({ description: "The length of the window, in seconds." }),
              remaining: z.int().meta({ description: "The number of requests that are left in the current window." }),
              resets_in_seconds: z.int().meta({ description: "The number of seconds until the next window starts." }),
            }),
          )
          .meta({
            description:
              "The rate limits that apply to the request, with what is left of them. Empty for signed-in users.",
          }),
      })
      .meta({
        description:
          "The limits that apply to the team: those of its plan, unless the operator has set others for the team.",
      }),
  })
  .meta({ id: "Me" })

export const getMe = defineOperation({
  id: "usage.getMe",
  summary: "Get the caller's team, key and limits",
  description:
    "Returns the team, its plan, the API key of the request with its scopes and expiry date, and what is left of each limit. Use it to check a key that has the scope `usage:read`.",
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

const requestLimits = async ({ rateLimitStates }: TeamContext) => (rateLimitStates ? await rateLimitStates() : [])
