/**
 * Measures the extraction of mentions and sources from an answer on one core, for a project with 20 brands of 3 aliases
 * each.
 */
import { loadavg } from "node:os"
import { type BrandNames, mentionFinder } from "@/domain/answers/extraction/mentions"
import { distinctSources, type Source } from "@/domain/answers/extraction/sources"
import { realAnswers } from "@/domain/testing/real-answers"
import { median } from "../load"
import { printTable, round } from "../table"
import { writtenAnswers } from "./written-answers"

type AnswerToRead = { response: string; sources: Source[]; labelled: readonly string[] }

const brandsN = 20
const rounds = 7
const warmUps = 3

/** Measures CPU time, because a busy machine affects it less than elapsed time. */
export async function extraction() {
  const found = realAnswers().map(({ response, sources, labelled_brands }) => ({
    response,
    sources: sources.map(({ url, title }): Source => ({ url, title, kind: "cited" })),
    labelled: labelled_brands,
  }))
  if (found.length === 0)
    console.log("The real answers are missing on this machine. Measuring generated answers of the same lengths.")
  const answers = found.length > 0 ? found : writtenAnswers()
  const brands = trackedBrands(answers)
  const sites = brands.map((brand) => ({ ...brand, kind: "competitor", domain_paths: [] }))
  const mentions = timed(answers, () => {
    const find = mentionFinder(brands)
    return ({ response }) => find(response).length
  })
  const sources = timed(answers, () => (answer) => distinctSources(answer.sources, sites).length)
  const both = mentions.usPerAnswer + sources.usPerAnswer
  const characters = answers.reduce((sum, { response }) => sum + response.length, 0) / answers.length
  const rows = [
    { part: "mentions", ...mentions },
    { part: "sources", ...sources },
    { part: "both", usPerAnswer: both, found: mentions.found + sources.found },
  ].map(({ part, usPerAnswer, found }) => ({
    part,
    "µs of CPU per answer": round(usPerAnswer, 0),
    "answers/s on one core": round(1e6 / usPerAnswer, 0),
    "found per answer": round(found, 1),
  }))
  printTable(
    `${answers.length} answers of ${round(characters, 0)} characters, ${brandsN} brands of 3 aliases; load average ${loadavg()[0]?.toFixed(1)}`,
    rows,
  )
}

/**
 * The brands that the answers name most often, so that there are mentions to find. Each has three aliases and a
 * website.
 */
function trackedBrands(answers: readonly AnswerToRead[]): BrandNames[] {
  const named = Map.groupBy(
    answers.flatMap((answer) => answer.labelled),
    (name) => name,
  )
  const mostNamed = [...named].sort((a, b) => b[1].length - a[1].length).slice(0, brandsN)
  return mostNamed.map(([name]) => {
    const site = `${name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}.com`
    const aliases = [`${name} Inc.`, `${name} Official`, site]
    return { id: name, name, aliases, negative_aliases: [], domains: [site] }
  })
}

/** Returns the median CPU time per answer (microseconds), and `found`: the average number of matches per answer. */
function timed(answers: readonly AnswerToRead[], prepare: () => (answer: AnswerToRead) => number) {
  const read = prepare()
  const times: number[] = []
  let found = 0
  for (let i = 0; i < rounds + warmUps; i++) {
    found = 0
    const before = process.cpuUsage()
    for (const answer of answers) found += read(answer)
    const { user, system } = process.cpuUsage(before)
    if (i >= warmUps) times.push((user + system) / answers.length)
  }
  return { usPerAnswer: median(times), found: found / answers.length }
}
