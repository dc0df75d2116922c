/** `npm run admin -- teams`: lists and creates teams, changes plans and limits, and suspends teams. */
import { Argument, type Command, InvalidArgumentError, Option } from "commander"
import { changeTeam, type TeamChange } from "@/domain/installation/change-team"
import { createTeamWithInvitation } from "@/domain/installation/create-team"
import { findTeamSummaries, type TeamSummary } from "@/domain/installation/team-summary"
import { type Plan, planNames, teamLimitNames } from "@/domain/kernel/plans"
import { signUpPolicy } from "@/domain/kernel/policies"
import { type Choose, commandLine, teamBySlug } from "./command"
import { minuteOf, printRows } from "./output"

const slug = "the team's part of the address, or its id"

export function teamCommands(program: Command, choose: Choose) {
  const teams = program.command("teams").description("List teams; create, suspend and limit them, and change plans.")
  teams
    .command("list")
    .description("List the teams with their plan and what they use.")
    .option("--search <text>", "part of a name, an address or an owner's e-mail address")
    .action(({ search }) =>
      choose(async (options) =>
        printRows((await findTeamSummaries(search)).map(row), "There is no such team.", options),
      ),
    )
  teams
    .command("create <name>")
    .description("Create a team and print the link by which its first owner joins.")
    .option(
      "--owner <email>",
      "only this address may accept, once confirmed by a link, Google or GitHub; left out: any",
    )
    .addOption(new Option("--plan <plan>").choices([...planNames]).default("free"))
    .action((name, { owner, plan }) => choose(() => create(name, plan, owner ?? null)))
  teams
    .command("plan")
    .argument("<team>", slug)
    .addArgument(new Argument("<plan>").choices([...planNames]))
    .description("Change a team's plan.")
    .action((team, plan: Plan) => choose(() => change(team, { plan }, `is on the plan ${plan}`)))
  teams
    .command("suspend")
    .argument("<team>", slug)
    .description("Close a team's pages and API, hold its webhooks and cancel its scans. Nothing is deleted.")
    .requiredOption("--reason <text>", "why; the team reads it on its page and in API errors", reasonValue)
    .action((team, { reason }) => choose(() => change(team, { is_suspended: true, reason }, "is suspended")))
  teams
    .command("unsuspend")
    .argument("<team>", slug)
    .description("Open a suspended team again.")
    .option("--reason <text>", "why; the team's audit shows it", reasonValue)
    .action((team, { reason }) => choose(() => change(team, { is_suspended: false, reason }, "is open")))
  limitsCommand(teams, choose)
}

function limitsCommand(teams: Command, choose: Choose) {
  const command = teams.command("limits").argument("<team>", slug)
  command.description("Set limits for one team. The value `plan` goes back to the limit of the plan.")
  for (const name of teamLimitNames) command.option(`--${kebabCase(name)} <number>`, "a number, or plan", limitValue)
  command.action((team, limits: TeamChange["limits"]) =>
    choose(() => change(team, { limits }, "has the limits that you gave")),
  )
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

async function change(given: string, changes: TeamChange, done: string) {
  const { id, slug } = await teamBySlug(given)
  await changeTeam(commandLine, id, changes)
  console.log(`The team ${slug} ${done}.`)
}

async function create(name: string, plan: Plan, ownerEmail: string | null) {
  const { slug, link } = await createTeamWithInvitation(commandLine, { name, plan, ownerEmail })
  console.log(`Created the team ${slug}. Its first owner joins by this link, once, within seven days:\n\n  ${link}\n`)
  if (!process.env["SIGNALBOX_BASE_URL"])
    console.log("SIGNALBOX_BASE_URL is not set here. If your address is another one, put it in front of /invitations.")
  if (signUpPolicy() === "closed")
    console.log("SIGNALBOX_SIGN_UP is closed: the link works only for a person who has an account already.")
}

function reasonValue(given: string): string {
  const reason = given.trim()
  if (reason && reason.length <= 500) return reason
  throw new InvalidArgumentError("Give 1 to 500 characters.")
}

function limitValue(given: string): number | null {
  if (given === "plan") return null
  const value = Number(given)
  if (Number.isInteger(value) && value >= 0) return value
  throw new InvalidArgumentError("Give a whole number from 0, or plan.")
}
