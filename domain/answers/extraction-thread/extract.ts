/**
 * Runs extraction in worker threads. Its duration depends on untrusted text, and the main thread must stay free for
 * requests. `npm run import` and `npm run score` serve no requests and call the functions of `extraction` directly.
 */
import { resolve } from "node:path"
import { processWide } from "@/domain/kernel/process-wide"
import { WorkerThread } from "@/domain/kernel/worker-thread"
import type { BrandNames } from "../extraction/mentions"
import type { BrandSites, Source } from "../extraction/sources"
import type { ExtractionFunctions } from "./entry"

/** Output path of scripts/bundle.ts. */
const module = resolve(".build", "domain-answers-extraction-thread-entry.mjs")

/** Two threads, so that requests do not wait for background work, which can take seconds. */
const forRequests = processWide("extraction for requests", () => new WorkerThread<ExtractionFunctions>(module))
const inBackground = processWide("extraction in the background", () => new WorkerThread<ExtractionFunctions>(module))

type Input<Name extends keyof ExtractionFunctions> = Parameters<ExtractionFunctions[Name]>[0]

/** Returns the mentions and distinct sources of a new answer. */
export const extractAnswer = (brands: readonly (BrandNames & BrandSites)[], text: string, sources: Source[]) =>
  inBackground.run("extractAnswer", { brands: JSON.stringify(brands), text, sources })

/** Returns the mentions of a stored answer. */
export const findMentions = (brands: readonly BrandNames[], text: string) =>
  inBackground.run("findMentions", { brands: JSON.stringify(brands), text })

/** Returns every position where an answer names a brand. Uses the thread for requests. */
export const findNames = (brands: readonly BrandNames[], text: string) =>
  forRequests.run("findNames", { brands: JSON.stringify(brands), text })

/** Returns the first position in each text where it names a brand, or null. Uses the thread for requests. */
export const findFirstNames = (brands: readonly BrandNames[], texts: string[]) =>
  forRequests.run("findFirstNames", { brands: JSON.stringify(brands), texts })

/** Returns for each prompt whether it names one of the brands. Uses the thread for requests. */
export const areNamed = (brands: readonly BrandNames[], texts: string[]) =>
  forRequests.run("areNamed", { brands: JSON.stringify(brands), texts })

/** Returns the brand and source type of each source, in the given order. */
export const classifySources = (brands: readonly BrandSites[], sources: Input<"classifySources">["sources"]) =>
  inBackground.run("classifySources", { brands: JSON.stringify(brands), sources })

/** Returns names in the answers of some scans that may be brands. */
export const findSuggestions = (input: Input<"findSuggestions">) => inBackground.run("findSuggestions", input)
