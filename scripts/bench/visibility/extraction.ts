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
import { generateAnswers } from "./generated-answers"

type LabelledAnswer = { response: string; sources: Source[]; labelled: readonly string[] }

const brandCount = 20
const rounds = 7
const warmUps = 3

/** Measures CPU time, because a busy machine affects it less than elapsed time. */
export async function extraction() {
  const labelledAnswers = realAnswers().map(({ response, sources, labelled_brands }) => ({
    response,
    sources: sources.map(({ url, title }): Source => ({ url, title, kind: "cited" })),
    labelled: labelled_brands,
  }))
  if (labelledAnswers.length === 0)
    console.log("The real answers are missing on this machine. Measuring generated answers of the same lengths.")
  const answers = labelledAnswers.length > 0 ? labelledAnswers : generateAnswers()
  const brands = chooseBrands(answers)
  const sites = brands.map((brand) => ({ ...brand, kind: "competitor", domain_paths: [] }))
  const mentions = measure(answers, () => {
    const find = mentionFinder(brands)
    return ({ response }) => find(response).length
  })
  const sources = measure(answers, () => (answer) => distinctSources(answer.sources, sites).length)
  const characters = answers.reduce((sum, { response }) => sum + response.length, 0) / answers.length
  const rows = [
    { part: "mentions", ...mentions },
    { part: "sources", ...sources },
    { part: "both", usPerAnswer: mentions.usPerAnswer + sources.usPerAnswer, found: mentions.found + sources.found },
  ].map(({ part, usPerAnswer, found }) => ({
    part,
    "µs of CPU per answer": round(usPerAnswer, 0),
    "answers/s on one core": round(1e6 / usPerAnswer, 0),
    "found per answer": round(found, 1),
  }))
  printTable(
    `${answers.length} answers of ${round(characters, 0)} characters, ${brandCount} brands of 3 aliases; load average ${loadavg()[0]?.toFixed(1)}`,
    rows,
  )
}

/**
 * Returns the brands that the answers name most often, so that there are mentions to find. Each has three aliases and a
 * website.
 */
function chooseBrands(answers: readonly LabelledAnswer[]): BrandNames[] {
  const named = Map.groupBy(
    answers.flatMap((answer) => answer.labelled),
    (name) => name,
  )
  const mostNamed = [...named].sort((a, b) => b[1].length - a[1].length).slice(0, brandCount)
  return mostNamed.map(([name]) => {
    const site = `${name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}.com`
    const aliases = [`${name} Inc.`, `${name} Official`, site]
    return { id: name, name, aliases, negative_aliases: [], domains: [site] }
  })
}

/** `prepare` returns the function to measure, which returns the number of matches in an answer. */
function measure(answers: readonly LabelledAnswer[], prepare: () => (answer: LabelledAnswer) => number) {
  const countMatches = prepare()
  const times: number[] = []
  let found = 0
  for (let i = 0; i < rounds + warmUps; i++) {
    found = 0
    const cpuBefore = process.cpuUsage()
    for (const answer of answers) found += countMatches(answer)
    const { user, system } = process.cpuUsage(cpuBefore)
    if (i >= warmUps) times.push((user + system) / answers.length)
  }
  return { usPerAnswer: median(times), found: found / answers.length }
}
