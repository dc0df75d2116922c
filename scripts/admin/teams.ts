/** `npm run admin -- teams`: lists and creates teams, changes plans and limits, and suspends teams. */
import { Argument, type Command, InvalidArgumentError, Option } from "commander"
import { changeTeam, type TeamChange } from "@/domain/installation/change-team"
import { createTeamWithInvitation } from "@/domain/installation/create-team"
import { findTeamSummaries, type TeamSummary } from "@/domain/installation/team-summary"
import { emailInput } from "@/domain/kernel/fields"
import { type Plan, planNames, teamLimitNames } from "@/domain/kernel/plans"
import { signUpPolicy } from "@/domain/kernel/policies"
import { teamName } from "@/domain/teams/create-team-with-owner"
import { commandLineOperator, findTeam, type SelectCommand } from "./command"
import { formatMinute, type OutputOptions, printNote, printResult, printRows } from "./output"

const teamHelp = "the team's slug (its part of the URL), or its id"

export function addTeamCommands(program: Command, select: SelectCommand) {
  const teams = program.command("teams").description("List, create, limit and suspend teams, and change their plans.")
  teams
    .command("list")
    .description("List teams with their plan and usage.")
    .option("--search <text>", "part of a name, a slug or an owner's email address")
    .action(({ search }) =>
      select(async (options) =>
        printRows(
          (await findTeamSummaries(search)).map(formatRow),
          search ? "No team matches the search." : "There are no teams yet.",
          options,
        ),
      ),
    )
  teams
    .command("create")
    .argument("<name>", "the team's name", parseName)
    .description("Create a team and print the invitation link for its first owner.")
    .option(
      "--owner <email>",
      "only this address can accept, confirmed by a sign-in link, Google or GitHub (default: anyone)",
      parseEmail,
    )
    .addOption(new Option("--plan <plan>", "the team's plan").choices([...planNames]).default("free"))
    .action((name, { owner, plan }) => select((options) => create(name, plan, owner ?? null, options)))
  teams
    .command("plan")
    .argument("<team>", teamHelp)
    .addArgument(new Argument("<plan>").choices([...planNames]))
    .description("Change a team's plan.")
    .action((team, plan: Plan) => select((options) => change(team, { plan }, `is now on the plan ${plan}`, options)))
  teams
    .command("suspend")
    .argument("<team>", teamHelp)
    .description("Close a team's pages and API, hold its webhooks and cancel its scans. Nothing is deleted.")
    .requiredOption("--reason <text>", "the reason, shown to the team in the app and in API errors", parseReason)
    .action((team, { reason }) =>
      select((options) => change(team, { is_suspended: true, reason }, "is now suspended", options)),
    )
  teams
    .command("unsuspend")
    .argument("<team>", teamHelp)
    .description("End a team's suspension.")
    .option("--reason <text>", "the reason, shown in the team's audit log", parseReason)
    .action((team, { reason }) =>
      select((options) => change(team, { is_suspended: false, reason }, "is no longer suspended", options)),
    )
  addLimitsCommand(teams, select)
}

function addLimitsCommand(teams: Command, select: SelectCommand) {
  const command = teams.command("limits").argument("<team>", teamHelp)
  command.description(
    "Set limits for one team. The value `plan` removes the team's own limit, so the plan's limit applies.",
  )
  for (const name of teamLimitNames) command.option(`--${toKebabCase(name)} <number>`, "a number, or plan", parseLimit)
  command.action((team, limits: TeamChange["limits"]) =>
    select((options) => change(team, { limits }, "has the new limits", options)),
  )
}

const toKebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const formatRow = (team: TeamSummary) => ({
  team: team.slug,
  name: team.name,
  plan: team.plan,
  suspended: team.is_suspended,
  operator_engines: team.may_use_operator_engines,
  members: team.members_n,
  keys: team.keys_n,
  webhooks: team.webhooks_n,
  answers_this_month: team.answers_this_month,
  own_limits: Object.entries(team.limits)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
    .join(" "),
  owners: team.owners.map(({ email }) => email).join(" "),
  created: formatMinute(team.created_at),
})

async function change(slugOrId: string, changes: TeamChange, message: string, options: OutputOptions) {
  const { id, slug } = await findTeam(slugOrId)
  await changeTeam(commandLineOperator, id, changes)
  printResult({ team: slug }, `The team ${slug} ${message}.`, options)
}

async function create(name: string, plan: Plan, ownerEmail: string | null, options: OutputOptions) {
  const { slug, link } = await createTeamWithInvitation(commandLineOperator, { name, plan, ownerEmail })
  const sentence = `Created the team ${slug}. Send this link to its first owner. It works once, for seven days:\n\n  ${link}\n`
  printResult({ team: slug, link }, sentence, options)
  if (!process.env["SIGNALBOX_BASE_URL"])
    printNote(
      "SIGNALBOX_BASE_URL is not set in this environment. If your address is another one, replace the part before /invitations.",
    )
  if (signUpPolicy() === "closed")
    printNote("SIGNALBOX_SIGN_UP is closed, so the link works only for people who already have an account.")
}

function parseName(input: string): string {
  const { data } = teamName().safeParse(input)
  if (data) return data
  throw new InvalidArgumentError("It must have 1 to 80 characters on one line.")
}

function parseEmail(input: string): string {
  const { data } = emailInput().safeParse(input)
  if (data) return data
  throw new InvalidArgumentError("It must be an email address.")
}

function parseReason(input: string): string {
  const reason = input.trim()
  if (reason && reason.length <= 500) return reason
  throw new InvalidArgumentError("It must have 1 to 500 characters.")
}

function parseLimit(input: string): number | null {
  if (input === "plan") return null
  const value = Number(input)
  if (/^\d+$/.test(input) && value <= 1_000_000_000) return value
  throw new InvalidArgumentError("It must be a whole number from 0 to 1,000,000,000, or the word plan.")
}
