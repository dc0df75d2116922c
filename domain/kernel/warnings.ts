/** Warnings about the data of a response. They say what to consider when you interpret it. */
import { z } from "zod"

export const seriesBreak = z
  .object({
    kind: z.enum(["panel", "engine", "engines", "regions"]).meta({
      description:
        "What changed. `panel`: the prompts. `engine`: the configuration of one engine. `engines` and `regions`: which ones were asked.",
    }),
    date: z.iso.date().meta({ description: "The date of the first scan after the change." }),
    scan_id: z.string().meta({ description: "The ID of the first scan after the change." }),
    previous_scan_id: z.string().meta({ description: "The ID of the last scan before the change." }),
    engine: z
      .string()
      .nullable()
      .meta({ description: "The ID of the engine whose configuration changed. `null` for other kinds." }),
    from: z.string().nullable().meta({
      description:
        "The previous value: the version of the prompt set, the model, the engines or the regions. `null` if it is not known.",
    }),
    to: z.string().nullable().meta({ description: "The new value. `null` if it is not known." }),
    added_n: z.int().meta({ description: "The number of prompts, engines or regions that were added." }),
    removed_n: z.int().meta({ description: "The number of prompts, engines or regions that were removed." }),
  })
  .meta({ id: "SeriesBreak", description: "A change after which metrics are not comparable with earlier ones." })
export type SeriesBreak = z.infer<typeof seriesBreak>

export const missingCell = z
  .object({
    scan_id: z.string().meta({ description: "The ID of the scan." }),
    prompt_id: z.string().meta({ description: "The ID of the prompt." }),
    engine: z.string().meta({ description: "The ID of the engine." }),
    region: z.string().meta({ description: "The country, as an ISO 3166-1 alpha-2 code. Empty without a location." }),
  })
  .meta({ id: "MissingCell", description: "A prompt, engine and region of a scan without a valid answer." })

export const warning = z
  .object({
    code: z.string().meta({ description: "A code that identifies the kind of warning." }),
    message: z.string().meta({ description: "The warning, as a sentence." }),
    path: z
      .string()
      .nullable()
      .meta({ description: "The part of `data` to which the warning applies. `null` if it applies to all of it." }),
    break: seriesBreak
      .optional()
      .meta({ description: "Details of the change. Only in warnings about a change that makes metrics incomparable." }),
    cells: z.array(missingCell).optional().meta({ description: "The first 50 cells that have no valid answer." }),
  })
  .meta({ id: "Warning" })
export type Warning = z.infer<typeof warning>
