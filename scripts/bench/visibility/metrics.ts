/**
 * Measures metric queries for four projects of different sizes, and the lists of the largest one. All requests go
 * through the REST handler, one after the other.
 */
import { loadavg } from "node:os"
import pg from "pg"
import type { TeamFacts } from "@/domain/kernel/context"
import { disconnect } from "@/prisma/client"
import { startTemporaryDatabase } from "../../temporary-database"
import { teamWithClients } from "../fill"
import { measureLatencies, percentile } from "../load"
import { resolveDates } from "../query-dates"
import { createGetter, type Get, liftLimits } from "../rest-in-process"
import { printTable, round } from "../table"
import { countScans } from "./count-scans"
import { fillProject, type Size } from "./fill-project"
import { listCases } from "./list-cases"

/**
 * 229 prompts on four engines are 916 prompt × engine cells a day. A year of daily scans with three runs each has a
 * million answers.
 */
const dailyScan = { prompts: 229, runs: 3 }
const listSizes = (days: number): Size[] => [
  { ...dailyScan, scans: 4 },
  { ...dailyScan, scans: 4, runs: 15 },
  { ...dailyScan, scans: 37 },
  { ...dailyScan, scans: days },
]
const describeSize = ({ scans, prompts, runs }: Size) =>
  `${(scans * prompts * 4 * runs).toLocaleString("en")}: ${scans} days, ${runs} runs`

const queries = {
  "4 days by brand and engine": "group_by=brand,engine&from=-4",
  "28 days by brand and engine": "group_by=brand,engine&range=last_28_days",
  "the same, compared": "group_by=brand,engine&range=last_28_days&compare=previous_period",
  "28 days, your brand": "group_by=engine&range=last_28_days",
  "4 days by topic": "group_by=topic&from=-4",
  "4 days by prompt": "group_by=prompt&from=-4",
  "28 days by topic": "group_by=topic&range=last_28_days",
  "28 days by topic and brand, compared": "group_by=topic,brand&range=last_28_days&compare=previous_period",
  "28 days by prompt": "group_by=prompt&range=last_28_days",
  "28 days by prompt and brand, 10,000 rows": "group_by=prompt,brand&range=last_28_days&limit=10000",
  "28 days by day, engine and topic": "group_by=date,engine,topic&range=last_28_days",
  "28 days of a tag": "group_by=brand&range=last_28_days&tag=tag1",
  "28 days by day and brand": "group_by=date,brand&range=last_28_days",
  "28 days by brand, for other prompts": "group_by=brand&range=last_28_days&ci_scope=population",
  "60 days by day and brand": "group_by=date,brand&from=-60",
  "60 days by week and brand": "group_by=week,brand&from=-60",
  "a year by week, your brand": "group_by=week&from=-365",
  "a year by week, all brands": "group_by=week,brand&from=-365&limit=10000",
  "a year by topic": "group_by=topic&from=-365",
  "a year by month, topic and brand": "group_by=month,topic,brand&from=-365",
}

export async function metrics({ days }: { days: number }) {
  liftLimits()
  const temporaryDatabase = await startTemporaryDatabase()
  const owner = new pg.Client({ connectionString: temporaryDatabase.url })
  try {
    await owner.connect()
    const { team, secret } = await teamWithClients(1)
    const projects = await fillProjects(owner, team, listSizes(days))
    await measureQueries(projects, createGetter(secret))
    await measureLists(projects.at(-1)?.id ?? "", createGetter(secret))
  } finally {
    await owner.end()
    await disconnect()
    await temporaryDatabase.stop()
  }
}

async function fillProjects(owner: pg.Client, team: TeamFacts, sizes: readonly Size[]) {
  const projects: { name: string; id: string }[] = []
  const results: Record<string, string | number>[] = []
  for (const size of sizes) {
    const name = describeSize(size)
    const startedAt = performance.now()
    const id = await fillProject(owner, team, name, size)
    await owner.query("vacuum analyze answer, mention, citation, scan_task")
    const filledAt = performance.now()
    const times = await countScans(team, id)
    projects.push({ name, id })
    results.push({
      answers: name,
      "cells a scan": size.prompts * 4,
      "created in s": round((filledAt - startedAt) / 1000, 0),
      "counted in s": round((performance.now() - filledAt) / 1000, 0),
      "end of one scan, p50 s": round(percentile(times, 0.5)),
    })
  }
  await owner.query("vacuum analyze")
  printTable(`Created and counted, two scans at a time; load average ${loadAverage()}`, results)
  return projects
}

async function measureQueries(projects: readonly { name: string; id: string }[], get: Get) {
  for (const [name, query] of Object.entries(queries)) {
    const rows: Record<string, string | number>[] = []
    for (const project of projects) {
      const path = `/ai-visibility/projects/${project.id}/metrics?${resolveDates(query)}`
      rows.push({ answers: project.name, ...(await measureCall(() => get(path))) })
    }
    printTable(`Metrics, ${name}; load average ${loadAverage()}`, rows)
  }
}

async function measureLists(projectId: string, get: Get) {
  const rows: Record<string, string | number>[] = []
  for (const { name, path } of await listCases(projectId, get))
    rows.push({ list: name, ...(await measureCall(() => get(path))) })
  printTable(`Lists of the largest project; load average ${loadAverage()}`, rows)
}

/** Makes fewer calls when the first one takes longer than 500 ms. */
async function measureCall(call: () => Promise<unknown>) {
  const startedAt = performance.now()
  await call()
  const firstMs = performance.now() - startedAt
  const isSlow = firstMs > 500
  const times = await measureLatencies(call, isSlow ? 5 : 100, isSlow ? 0 : 10)
  return {
    "first ms": round(firstMs, 0),
    "p50 ms": round(percentile(times, 0.5), 1),
    "p99 ms": round(percentile(times, 0.99), 1),
  }
}

const loadAverage = () => loadavg()[0]?.toFixed(1)
