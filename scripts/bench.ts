/**
 * `npm run bench -- <suite>`: measures the numbers that docs/performance.md states.
 *
 * Compare the ratios within one run. Absolute numbers of different runs are not comparable.
 */
import { commandLine, examplesText, parseCount, runSubcommand } from "./command-line"

/** Returns the exit code: 2 when the command line was wrong. */
export const run = (args: string[]) => runSubcommand(commands, args)

function commands() {
  const program = commandLine("npm run bench", {
    description: "Measure speed on a temporary database. Stop other work on this machine first.",
    examples: ["npm run bench -- rest", "npm run bench -- webhooks --only throughput --messages 2000"],
  })
  const addSuite = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .addHelpText("after", examplesText([`npm run bench -- ${name}`]))
  addSuite(
    "rest",
    "Requests per second of GET /clients, compared with a bare server that runs the same SQL (3 minutes).",
  ).action(async () => (await import("./bench/rest")).bench())
  addSuite("lists", "Lists of a team with 1,000 rows, compared with a team with 1,000,000.").action(async () =>
    (await import("./bench/lists")).bench(),
  )
  addSuite("facts", "Metrics and a report of 12 widgets while the number of facts grows, and the import of files.")
    .option("--only <part>", "read or ingest; can be repeated (default: both)", collect)
    .option(
      "--clients <count>",
      "clients with 104,025 facts each; can be repeated (default: 1, 10, 100)",
      collectCounts,
    )
    .option("--calls <count>", "requests of each case of read", parseCount, 400)
    .option("--facts <count>", "values of the imported file, for ingest", parseCount, 1_000_000)
    .action(async (options) => (await import("./bench/facts")).bench(options))
  addSuite("start", "Seconds from npm start to ready, for an empty clone and for a warm start.").action(async () =>
    (await import("./bench/start")).bench(),
  )
  addSuite(
    "webhooks",
    "Deliveries per second, time from commit to receiver, old rows, slow teams, backlogs and outages.",
  )
    .option(
      "--only <part>",
      "throughput, commit, old, slow, backlog or outage; can be repeated (default: all)",
      collect,
    )
    .option("--messages <count>", "messages in each round of throughput", parseCount, 8_000)
    .option("--minutes <count>", "minutes of steady flow for commit", parseCount, 10)
    .option("--rows <count>", "old deliveries, and as many messages and attempts, for old", parseCount, 10_000_000)
    .option("--seconds <count>", "seconds of each case of slow", parseCount, 120)
    .option("--teams <count>", "teams with a backlog, for backlog", parseCount, 5_000)
    .option("--backlog <count>", "due deliveries of each of these teams", parseCount, 60)
    .option("--away <seconds>", "seconds without process and Postgres, for outage", parseCount, 60)
    .action(async (options) => (await import("./bench/webhooks")).bench(options))
  addSuite("watching", "Charts of an endpoint, and rare events among many of another type.")
    .option("--attempts <count>", "attempts of one endpoint in 30 days", parseCount, 1_000_000)
    .option("--events <count>", "events of one team in 30 days", parseCount, 200_000)
    .action(async (options) => (await import("./bench/watching")).bench(options))
  addSuite("visibility", "AI visibility: metrics over a year of answers, extraction, a scan, and tests of a change.")
    .option(
      "--only <part>",
      "metrics, extraction, scan, changes or group-changes; can be repeated (default: all)",
      collect,
    )
    .option("--days <count>", "days of the largest project's daily scans", parseCount, 365)
    .option("--tasks <count>", "questions of the scan", parseCount, 10_000)
    .action(async (options) => (await import("./bench/visibility")).bench(options))
  addSuite("mcp", "Tools over MCP, compared with REST and with an example server of the SDK (4 minutes).").action(
    async () => (await import("./bench/mcp")).bench(),
  )
  addSuite(
    "web",
    "The main pages in a real browser: paints, layout shift, scripts, and responses to links (6 minutes).",
  )
    .option("--only <part>", "pages or navigations; can be repeated (default: both)", collect)
    .action(async (options) => (await import("./bench/web")).bench(options))
  addSuite("signals", "The anomaly detector over 10,000 daily series of 400 days, on one core.")
    .option("--series <count>", "number of series", parseCount, 10_000)
    .option("--days <count>", "days of each series", parseCount, 400)
    .action(async (options) => (await import("./bench/signals")).bench(options))
  addSuite("files", "Source files that run during a request, a delivery, a question and a scan.").action(async () =>
    (await import("./bench/files")).bench(),
  )
  return program
}

const collect = (text: string, earlier: string[] = []) => [...earlier, text]
const collectCounts = (text: string, earlier: number[] = []) => [...earlier, parseCount(text)]
