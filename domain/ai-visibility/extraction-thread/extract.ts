/**
 * Reads answers and prompts in worker threads. How long that takes depends on text that strangers write, and this thread serves requests.
 * `npm run import` and `npm run score` serve none: they call the functions of `extraction` directly.
 */
import { resolve } from "node:path"
import { processWide } from "@/domain/process-wide"
import { WorkerThread } from "@/domain/worker-thread"
import type { Source } from "../extraction/distinct-sources"
import type { BrandNames } from "../extraction/mentions"
import type { BrandSites } from "../extraction/source-class"
import type { ExtractionFunctions } from "./functions"

/** As scripts/bundle.ts names it. */
const module = resolve(".build", "domain-ai-visibility-extraction-thread-entry.mjs")

/** Two threads, so that a request does not wait for background work, which can take seconds. */
const forRequests = processWide("extraction for requests", () => new WorkerThread<ExtractionFunctions>(module))
const inBackground = processWide("extraction in the background", () => new WorkerThread<ExtractionFunctions>(module))

type Input<Name extends keyof ExtractionFunctions> = Parameters<ExtractionFunctions[Name]>[0]

/** The mentions and the distinct sources of an answer that has just arrived. */
export const readAnswer = (brands: readonly (BrandNames & BrandSites)[], text: string, sources: Source[]) =>
  inBackground.run("readAnswer", { brands: JSON.stringify(brands), text, sources })

/** The mentions of a stored answer. */
export const findMentions = (brands: readonly BrandNames[], text: string) =>
  inBackground.run("findMentions", { brands: JSON.stringify(brands), text })

/** Every place in an answer where a brand is named; for a request. */
export const findNames = (brands: readonly BrandNames[], text: string) =>
  forRequests.run("findNames", { brands: JSON.stringify(brands), text })

/** For each prompt, whether it names one of the brands; for a request. */
export const areNamed = (brands: readonly BrandNames[], texts: string[]) =>
  forRequests.run("areNamed", { brands: JSON.stringify(brands), texts })

/** Whose sites the sources are, in their order. */
export const classifySources = (brands: readonly BrandSites[], sources: Input<"classifySources">["sources"]) =>
  inBackground.run("classifySources", { brands: JSON.stringify(brands), sources })

/** Reads all answers of some scans, and may take longer than one answer. */
export const findSuggestions = (given: Input<"findSuggestions">) => inBackground.run("findSuggestions", given, 60_000)
