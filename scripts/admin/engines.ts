/**
 * `npm run admin -- engines`: lists and changes which teams may use the AI engines that the operator pays for
 * (AI_ENGINE_URLS).
 */
import type { Command } from "commander"
import { engineUrls } from "@/domain/ai-engines/operator-engines"
import { changeTeam } from "@/domain/installation/change-team"
import { findTeamSummaries } from "@/domain/installation/team-summary"
import { allTeamsUseOperatorEngines } from "@/domain/kernel/policies"
import { commandLineOperator, findTeam, type SelectCommand } from "./command"
import { type OutputOptions, printNote, printResult, printRows } from "./output"

export function addEngineCommands(program: Command, select: SelectCommand) {
  const engines = program
    .command("engines")
    .description("List, allow and refuse the use of the engines that you pay for.")
  engines
    .command("list")
    .description("List the teams that may use the addresses of AI_ENGINE_URLS.")
    .action(() => select(list))
  engines
    .command("allow <team>")
    .description("Let a team use the addresses of AI_ENGINE_URLS.")
    .action((team) => select((options) => changeAccess(team, true, options)))
  engines
    .command("refuse <team>")
    .description(
      "Stop a team from using the addresses of AI_ENGINE_URLS. Its engines at these addresses are turned off, and the keys stored for them are deleted.",
    )
    .action((team) => select((options) => changeAccess(team, false, options)))
}

async function list(options: OutputOptions) {
  const isOpenToAllTeams = allTeamsUseOperatorEngines()
  const allowed = (await findTeamSummaries(undefined)).filter(
    (team) => isOpenToAllTeams || team.may_use_operator_engines,
  )
  const rows = allowed.map(({ slug, name, plan, answers_this_month }) => ({
    team: slug,
    name,
    plan,
    answers_this_month,
  }))
  if (!options.json) {
    const engineIds = Object.keys(engineUrls())
    console.log(
      engineIds.length
        ? `AI_ENGINE_URLS sets the addresses of: ${engineIds.join(", ")}.`
        : "AI_ENGINE_URLS is not set in this environment.",
    )
    console.log(
      isOpenToAllTeams
        ? "Every team may use these engines (SIGNALBOX_OPERATOR_ENGINES=all):\n"
        : "These teams may use these engines:\n",
    )
  }
  printRows(rows, "No team may use them. Allow a team with: npm run admin -- engines allow <team>", options)
}

async function changeAccess(slugOrId: string, may_use_operator_engines: boolean, options: OutputOptions) {
  const { id, slug } = await findTeam(slugOrId)
  await changeTeam(commandLineOperator, id, { may_use_operator_engines })
  if (!may_use_operator_engines && Object.keys(engineUrls()).length === 0)
    printNote(
      "AI_ENGINE_URLS is not set in this environment, so no stored keys were deleted. Run this again with the variables of the installation.",
    )
  const sentence = `The team ${slug} may ${may_use_operator_engines ? "now" : "no longer"} use the engines of AI_ENGINE_URLS.`
  printResult({ team: slug }, sentence, options)
  if (!may_use_operator_engines && allTeamsUseOperatorEngines())
    printNote("This has no effect while SIGNALBOX_OPERATOR_ENGINES is all.")
}
