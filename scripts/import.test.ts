import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { answerLine } from "@/domain/testing/answer-lines"
import { freshTeam } from "@/domain/testing/team"
import { disconnect, inTeam, prisma } from "@/prisma/client"
import { importFile } from "./import"
import { startTemporaryDatabase } from "./temporary-database"
import { runInProcess } from "./testing/run-in-process"

const folder = mkdtempSync(join(tmpdir(), "signalbox-import-command-"))
let database: Awaited<ReturnType<typeof startTemporaryDatabase>>
beforeAll(async () => {
  database = await startTemporaryDatabase()
})
afterAll(async () => {
  await disconnect()
  await database.stop()
  rmSync(folder, { recursive: true })
})

function file(name: string, content: string) {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const run = (args: string[]) => importFile(args, (work) => work())

const runCommand = (...args: string[]) => runInProcess(run, args)

const figures = "date,sessions\n2026-01-01,1200\n2026-01-02,3\n"

describe("npm run import", () => {
  it("requires --team when there are several teams, and a sign-up when there is none", async () => {
    const path = file("figures.csv", figures)
    const command = ["metrics", path, "--client", "Bakery", "--account", "website"]
    await expect(run(command)).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining("sign up"),
    })
    const team = await freshTeam()
    expect((await runCommand(...command)).text).toContain(`team ${team.name}`)
    const other = await freshTeam()
    await expect(run(command)).rejects.toThrow(/Choose one with --team: /)
    expect(await runCommand(...command, "--team", other.slug)).toMatchObject({ exitCode: 0 })
    await expect(run([...command, "--team", "nobody"])).rejects.toThrow(/no team "nobody"/)
  })

  it("imports metrics for a client, prints their sums, and adds nothing when the same file is imported again", async () => {
    const team = await freshTeam()
    const path = file("figures.csv", figures)
    const command = ["metrics", path, "--client", "Bakery", "--account", "website", "--team", team.slug]
    const first = await runCommand(...command)
    expect(first.text).toContain("Bakery (a new client)")
    expect(first.exitCode).toBe(0)
    expect(first.text).toMatch(/read 100%/)
    expect(first.text).toMatch(/lines read +2\n/)
    expect(first.text).toMatch(/values added +2\n/)
    expect(first.text).toMatch(/sessions +1,203/)
    const second = await runCommand("metrics", file("figures.csv", figures), "--client", "bakery", "--team", team.slug)
    expect(second.text).toMatch(/values added +0\n/)
    expect(second.text).not.toContain("new client")
    expect(await inTeam(team.id, () => prisma.client.count({ where: { team_id: team.id } }))).toBe(1)
  })

  it("refuses a file with invalid lines, and imports the other days with --partial", async () => {
    const team = await freshTeam()
    const path = file("mistakes.csv", `${figures}2026-01-03,4\n2026-01-04,none at all\n2026-01-04,5\n`)
    const command = ["metrics", path, "--client", "Bakery", "--account", "website", "--team", team.slug]
    await expect(run(command)).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringMatching(/line 5: sessions: "none at all" is not a number\n.*use --partial/),
    })
    expect(await inTeam(team.id, () => prisma.client.count({ where: { team_id: team.id } }))).toBe(0)
    const { exitCode, text } = await runCommand(...command, "--partial")
    expect(exitCode).toBe(1)
    expect(text).toContain("1 line was skipped:")
    expect(text).toMatch(/days left as they were +2026-01-04\n/)
    expect(text).toMatch(/sessions +1,207/)
  })

  it("needs the account of a new client, and accepts notation and overlaps as options", async () => {
    const team = await freshTeam()
    const path = file("us.csv", "date,ad_spend\n01/02/2026,1.234\n")
    const command = ["metrics", path, "--client", "Bakery", "--team", team.slug]
    await expect(run(command)).rejects.toThrow(/does not name the account.*with --account/s)
    command.push("--account", "north")
    await expect(run(command)).rejects.toThrow(/Choose with --dates dmy \(day first\) or --dates mdy/)
    command.push("--dates", "mdy")
    await expect(run(command)).rejects.toThrow(/--decimals: point for 1\.234, comma for 1234/)
    command.push("--decimals", "comma")
    expect((await runCommand(...command)).text).toMatch(
      /account +north\n.*2026-01-02 to 2026-01-02\n.*ad_spend +1,234/s,
    )
    const other = [...command, "--account", "south"]
    await expect(run(other)).rejects.toThrow(/--account north, or --replace .* to south\..* use --keep-both/)
    expect(await runCommand(...other, "--keep-both")).toMatchObject({ exitCode: 0 })
    expect(await runCommand(...other, "--replace")).toMatchObject({ exitCode: 0 })
    const restated = file("restated.csv", "date,ad_spend\n01/02/2026,2.345\n")
    await expect(run(other.with(1, restated))).rejects.toThrow(/came from us\.csv.*Use --replace/s)
  })

  it("names the option for a file whose metric is not known", async () => {
    const team = await freshTeam()
    const path = file("series.csv", "ds,y\n2026-01-01,3\n")
    const command = ["metrics", path, "--client", "Bakery", "--account", "website", "--team", team.slug]
    await expect(run(command)).rejects.toThrow(/No column has the name of a metric.*with --metric/s)
    expect(await runCommand(...command, "--metric", "sessions")).toMatchObject({ exitCode: 0 })
  })

  it("imports exchange rates from a file", async () => {
    const path = file("eurofxref-hist.csv", "Date,USD,JPY,\n2008-01-03,1.47,160.1,\n2008-01-02,1.46,N/A,\n")
    const { exitCode, text } = await runCommand("rates", path)
    expect(exitCode).toBe(0)
    expect(text).toMatch(/rates added or corrected +3\n/)
    expect(text).toContain("2008-01-02 to 2008-01-03")
    await expect(run(["rates", join(folder, "none.xml")])).rejects.toMatchObject({ name: "UserError" })
    await expect(run(["rates"])).rejects.toThrow(/EXCHANGE_RATES_URL/)
  })

  it("imports answers for a project, and adds nothing when the same file is imported again", async () => {
    const team = await freshTeam()
    const path = file("answers.jsonl", `${JSON.stringify(answerLine())}\n{"broken"\n`)
    const command = ["answers", path, "--project", "Headphones", "--client", "Listening Post", "--team", team.slug]
    const first = await runCommand(...command)
    expect(first).toMatchObject({ exitCode: 1, text: expect.stringMatching(/answers added +1\n/) })
    expect(first.text).toContain("line 2:")
    expect((await runCommand(...command)).text).toMatch(/answers unchanged +1\n/)
    await expect(run(["answers", join(folder, "none.jsonl"), "--project", "P", "--team", team.slug])).rejects.toThrow()
  })

  it("rejects an unusable file with one sentence, and removes the client that it created", async () => {
    const team = await freshTeam()
    const path = file("picture.csv", "\u0089PNG\u0000\u0001")
    const command = ["metrics", path, "--client", "Bakery", "--account", "website", "--team", team.slug]
    await expect(run(command)).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining("not a text file"),
    })
    expect(await inTeam(team.id, () => prisma.client.count({ where: { team_id: team.id } }))).toBe(0)
  })

  it.each([
    [["metrics", "--client", "c"], /missing required argument/],
    [["metrics", "x.csv"], /--client/],
    [["metrics", "x.csv", "--client", "c", "--provider", "yahoo"], /microsoft_ads, google_ads, meta_ads, generic/],
    [["pictures", "x.csv"], /unknown command/],
  ])("exits with code 2 on %j, and prints what is wrong", async (args, message) => {
    expect(await runCommand(...args)).toMatchObject({ exitCode: 2, text: expect.stringMatching(message) })
  })

  it("prints its help", async () => {
    expect(await runCommand("--help")).toMatchObject({ exitCode: 0, text: expect.stringContaining("metrics") })
  })
})
