/** Explains the terms of AI visibility and of marketing metrics, for people and models that read results. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"

const entry = z.object({ term: z.string(), definition: z.string() })

export const getGlossary = defineOperation({
  id: "aiVisibility.getGlossary",
  summary: "Get the definitions of metrics and terms",
  audience: "team",
  kind: "query",
  resources: [
    {
      uri: "app://glossary",
      name: "glossary",
      title: "Glossary",
      description: "How visibility, share of voice, position, sentiment, attribution and rounding are defined.",
      ttlSeconds: 86_400,
      isPublic: true,
    },
  ],
  input: z.strictObject({}),
  output: z.object({ entries: z.array(entry) }),
  async handle() {
    return { data: { entries: [...entries] } }
  },
})

const entries: readonly z.infer<typeof entry>[] = [
  {
    term: "visibility",
    definition:
      "The share of answers that mention a brand, from 0 to 1. Prompts that contain the brand's name are left out by default.",
  },
  {
    term: "share of voice",
    definition:
      "Mentions of the brand, divided by the mentions of all tracked brands, from 0 to 1. An answer counts as one mention of each brand in it.",
  },
  {
    term: "position",
    definition: "The rank of a brand among the brands of an answer. 1 is mentioned first. Lower is better.",
  },
  {
    term: "sentiment",
    definition: "How answers present a brand: positive, neutral or negative. Empty if no sentiment model is set up.",
  },
  {
    term: "citation share",
    definition:
      "Citations of the brand's pages, divided by all citations, from 0 to 1. An answer cites each page at most once.",
  },
  {
    term: "interval",
    definition:
      "The 95% confidence interval of a value. Answers vary by chance: about 95 of 100 such intervals contain the value that unlimited answers to the same prompts would give.",
  },
  { term: "verdict", definition: "Whether a change between scans is larger than chance explains." },
  {
    term: "attribution",
    definition:
      "Conversions and revenue are those that each platform reports by its own attribution. They are not deduplicated across platforms.",
  },
  {
    term: "ratio",
    definition: "Ratios such as CTR and ROAS are ratios of sums, never averages of ratios. 0.05 is 5%.",
  },
  { term: "null", definition: "An empty value means not known or divided by zero. It does not mean 0." },
  { term: "rounding", definition: "Values are not rounded. Round them when you show them." },
]
