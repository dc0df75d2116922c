/** The input and output types of the operations, for code in the browser. */
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server"
import type { Router } from "@/server/trpc/router"

export type Inputs = inferRouterInputs<Router>
type Outputs = inferRouterOutputs<Router>

/** The response of an operation, with `data` and `meta`, such as `ResponseOf<"keys", "list">`. */
export type ResponseOf<Resource extends keyof Outputs, Verb extends keyof Outputs[Resource]> = Outputs[Resource][Verb]

/** The type of the `data` in the response of an operation, such as `Data<"keys", "get">`. */
export type Data<
  Resource extends keyof Outputs,
  Verb extends keyof Outputs[Resource],
> = Outputs[Resource][Verb] extends { data: infer ResponseData } ? ResponseData : never

export type Role = Data<"teams", "changeRole">["role"]
export type Key = Data<"keys", "get">
export type Webhook = Data<"webhooks", "get">
export type Delivery = Data<"deliveries", "list">[number]
export type Attempt = Data<"deliveries", "get">["attempts"][number]
export type Recovery = Data<"recoveries", "list">[number]
export type Member = Data<"teams", "listMembers">[number]
export type Team = Data<"teams", "get">
export type TeamOfPerson = Data<"teams", "listMine">[number]
export type Connection = Data<"connections", "list">[number]
export type Plan = Data<"teams", "listPlans">[number]
export type Scan = Data<"scans", "list">[number]
export type SourceBrandMatrix = Data<"aiVisibility", "getSourceBrands">
export type EnginePrice = Data<"aiVisibility", "listEnginePrices">[number]
export type ClientMetrics = Data<"clients", "queryMetrics">
export type MetricColumn = ClientMetrics["columns"][number]
