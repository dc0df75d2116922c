import { expect, it } from "vitest"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { listAudit } from "@/domain/audit/list"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { getSentimentModel } from "./get-sentiment-model"
import { setUpSentimentModel } from "./set-up-sentiment-model"

const apiKey = "sk-vendor-0123456789abcdef"

async function setup() {
  const team = await freshTeam()
  const ada = asPerson(team, "admin")
  await run(setUpEngine, ada, { engine_id: "openai_api", api_key: apiKey, is_enabled: true })
  return { team, ada, sentimentModel: async () => (await run(getSentimentModel, asPerson(team, "member"), {})).data }
}

it("sentiment is off until an admin chooses an engine", async () => {
  const { sentimentModel } = await setup()
  expect(await sentimentModel()).toMatchObject({ is_enabled: false, engine_id: null, left_this_month: 20_000 })
})

it("accepts a set-up engine with its default or another model and a monthly budget, and records it in the audit log", async () => {
  const { ada, sentimentModel } = await setup()
  await run(setUpSentimentModel, ada, { engine_id: "openai_api", is_enabled: true })
  expect(await sentimentModel()).toMatchObject({
    is_enabled: true,
    engine_name: "OpenAI",
    model: null,
    used_model: "gpt-5.5",
  })
  await run(setUpSentimentModel, ada, { model: "gpt-5.5-mini", monthly_budget: 100 })
  expect(await sentimentModel()).toMatchObject({
    is_enabled: true,
    used_model: "gpt-5.5-mini",
    monthly_budget: 100,
    left_this_month: 100,
  })
  const { data } = await run(listAudit, ada, {})
  expect(data[0]).toMatchObject({
    action: "ai_visibility.judge_set_up",
    subject_id: "openai_api",
    before: { model: null, monthly_budget: 0 },
    after: { model: "gpt-5.5-mini", monthly_budget: 100 },
  })
})

it("resets the model when another engine is chosen, and limits the budget by the plan", async () => {
  const { ada, sentimentModel } = await setup()
  await run(setUpEngine, ada, { engine_id: "anthropic_api", api_key: apiKey, is_enabled: true })
  await run(setUpSentimentModel, ada, { engine_id: "openai_api", model: "gpt-5.5-mini", monthly_budget: 900_000 })
  await run(setUpSentimentModel, ada, { engine_id: "anthropic_api" })
  expect(await sentimentModel()).toMatchObject({
    used_model: "claude-opus-5-5",
    left_this_month: 20_000,
    is_enabled: false,
  })
})

it("rejects engines that are not set up, the sample engine, a missing engine, and members who are not admins", async () => {
  const { team, ada, sentimentModel } = await setup()
  await expect(run(setUpSentimentModel, ada, { is_enabled: true })).rejects.toMatchObject({
    code: "parameter_invalid",
    errors: [{ parameter: "engine_id", code: "parameter_invalid" }],
  })
  await expect(run(setUpSentimentModel, ada, { engine_id: "gemini_api", is_enabled: true })).rejects.toMatchObject({
    code: "parameter_invalid",
  })
  await expect(run(setUpSentimentModel, ada, { engine_id: "sample" as never })).rejects.toMatchObject({
    code: "parameter_invalid",
  })
  await expect(run(setUpSentimentModel, asPerson(team, "member"), { is_enabled: false })).rejects.toMatchObject({
    code: "role_missing",
  })
  expect((await sentimentModel()).engine_id).toBeNull()
})

it("reports that the chosen engine was disabled", async () => {
  const { ada, sentimentModel } = await setup()
  await run(setUpSentimentModel, ada, { engine_id: "openai_api", is_enabled: true })
  await run(setUpEngine, ada, { engine_id: "openai_api", is_enabled: false })
  expect(await sentimentModel()).toMatchObject({ is_enabled: true, is_engine_set_up: false })
})
