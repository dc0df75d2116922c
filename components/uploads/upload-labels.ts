/** Names of formats, encodings, delimiters and column uses of uploaded files. */
import type { Data, Inputs } from "@/components/api/types"

export type Upload = Data<"dataSources", "getUpload">
export type Preview = NonNullable<Upload["preview"]>
export type Question = Preview["questions"][number]
export type Choices = Inputs["dataSources"]["previewImport"]["choices"]

/** The properties of each section of the preview. */
export type PreviewProps = {
  preview: Preview
  choices: Choices
  /** Changes choices and reads the file again. */
  choose: (change: Partial<Choices>) => void
  isBusy: boolean
}

/** Choices of a column picker, by group. */
export type UseGroups = Record<string, { value: string; label: string }[]>

type FormatId = NonNullable<Choices["provider"]>

/** By the id of the format, which `npm run import` calls the provider. */
export const formatNames: Record<FormatId, string> = {
  google_ads: "Google Ads",
  meta_ads: "Meta Ads Manager",
  microsoft_ads: "Microsoft Ads",
  ga4: "Google Analytics 4",
  search_console: "Google Search Console",
  generic: "Any CSV file",
}

const { generic: _, ...downloads } = formatNames
/** The downloads whose format is detected, for a sentence: `Google Ads, ..., or Google Search Console`. */
export const recognizedDownloads = new Intl.ListFormat("en", { type: "disjunction" }).format(Object.values(downloads))

/** The format that the picker shows. Files of no known platform have the provider `csv`. */
export const formatOf = ({ provider }: Preview) => (provider === "csv" ? "generic" : provider)

export const encodingNames: Record<string, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
}

export const delimiterNames: Record<string, string> = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" }

export const dateOrderNames = { dmy: "Day first", mdy: "Month first", ymd: "Year first" }

export const decimalMarkNames = { ".": "Point, as in 0.5", ",": "Comma, as in 0,5" }

export const formatNumber = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 2 })

/** True while the server works on the file: it prepares the preview or imports the values. */
export const isBeingProcessed = ({ state }: Pick<Upload, "state">) => state === "checking" || state === "importing"
