/** Calls operations as the owner of a team, with the same functions that pages use. */
import type { TeamFacts } from "@/domain/kernel/context"
import { type Operation, run } from "@/domain/kernel/operation"
import { asPerson } from "@/domain/testing/team"
import type { OperationCaller } from "../caller"
import { mapOperations } from "../map-operations"

export const callerInTeam = (team: TeamFacts) =>
  mapOperations<OperationCaller>(
    (operation) => (input: never) => run(operation as Operation<"team">, asPerson(team), input),
  )
