/** `npm run admin -- teams`: lists and creates teams, changes plans and limits, and suspends teams. */
import { Argument, type Command, InvalidArgumentError, Option } from "commander"
import { changeTeam, type TeamChange } from "@/domain/installation/change-team"
import { createTeamWithInvitation } from "@/domain/installation/create-team"
import { findTeamSummaries, type TeamSummary } from "@/domain/installation/team-summary"
import { type Plan, planNames, teamLimitNames } from "@/domain/kernel/plans"
import { signUpPolicy } from "@/domain/kernel/policies"
import { type Choose, commandLineOperator, teamBySlug } from "./command"
import { minuteOf, printRows } from "./output"

const slug = "the team's slug (its part of the URL), or its id"

export function teamCommands(program: Command, choose: Choose) {
  const teams = program.command("teams").description("List, create, limit and suspend teams, and change their plans.")
  teams
    .command("list")
    .description("List teams with their plan and usage.")
    .option("--search <text>", "part of a name, a slug or an owner's email address")
    .action(({ search }) =>
      choose(async (options) =>
        printRows(
          (await findTeamSummaries(search)).map(row),
          search ? "No team matches the search." : "There are no teams yet.",
          options,
        ),
      ),
    )
  teams
    .command("create <name>")
    .description("Create a team and print the invitation link for its first owner.")
    .option(
      "--owner <email>",
      "only this address can accept, confirmed by a sign-in link, Google or GitHub (default: anyone)",
    )
    .addOption(new Option("--plan <plan>", "the team's plan").choices([...planNames]).default("free"))
    .action((name, { owner, plan }) => choose(() => create(name, plan, owner ?? null)))
  teams
    .command("plan")
    .argument("<team>", slug)
    .addArgument(new Argument("<plan>").choices([...planNames]))
    .description("Change a team's plan.")
    .action((team, plan: Plan) => choose(() => change(team, { plan }, `is now on the plan ${plan}`)))
  teams
    .command("suspend")
    .argument("<team>", slug)
    .description("Close a team's pages and API, hold its webhooks and cancel its scans. Nothing is deleted.")
    .requiredOption("--reason <text>", "the reason, shown to the team in the app and in API errors", reasonValue)
    .action((team, { reason }) => choose(() => change(team, { is_suspended: true, reason }, "is now suspended")))
  teams
    .command("unsuspend")
    .argument("<team>", slug)
    .description("End a team's suspension.")
    .option("--reason <text>", "the reason, shown in the team's audit log", reasonValue)
    .action((team, { reason }) => choose(() => change(team, { is_suspended: false, reason }, "is no longer suspended")))
  limitsCommand(teams, choose)
}

function limitsCommand(teams: Command, choose: Choose) {
  const command = teams.command("limits").argument("<team>", slug)
  command.description(
    "Set limits for one team. The value `plan` removes the team's own limit, so the plan's limit applies.",
  )
  for (const name of teamLimitNames) command.option(`--${kebabCase(name)} <number>`, "a number, or plan", limitValue)
  command.action((team, limits: TeamChange["limits"]) => choose(() => change(team, { limits }, "has the new limits")))
}

const kebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const row = (team: TeamSummary) => ({
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
  created: minuteOf(team.created_at),
})

async function change(input: string, changes: TeamChange, message: string) {
  const { id, slug } = await teamBySlug(input)
  await changeTeam(commandLineOperator, id, changes)
  console.log(`The team ${slug} ${message}.`)
}

async function create(name: string, plan: Plan, ownerEmail: string | null) {
  const { slug, link } = await createTeamWithInvitation(commandLineOperator, { name, plan, ownerEmail })
  console.log(
    `Created the team ${slug}. Send this link to its first owner. It works once, for seven days:\n\n  ${link}\n`,
  )
  if (!process.env["SIGNALBOX_BASE_URL"])
    console.log(
      "SIGNALBOX_BASE_URL is not set in this environment. If your address is another one, replace the part before /invitations.",
    )
  if (signUpPolicy() === "closed")
    console.log("SIGNALBOX_SIGN_UP is closed, so the link works only for people who already have an account.")
}

function reasonValue(input: string): string {
  const reason = input.trim()
  if (reason && reason.length <= 500) return reason
  throw new InvalidArgumentError("It must have 1 to 500 characters.")
}

function limitValue(input: string): number | null {
  if (input === "plan") return null
  const value = Number(input)
  if (Number.isInteger(value) && value >= 0) return value
  throw new InvalidArgumentError("It must be a whole number of at least 0, or the word plan.")
}
