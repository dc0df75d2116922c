/** Form fields of a brand, for adding and changing. */
"use client"

import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Problem } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { Field } from "@/components/forms/field"
import { Input, Options, Select, Textarea } from "@/components/ui/input"

export type Brand = Data<"aiVisibility", "listBrands">[number]
export type BrandKind = Brand["kind"]

export const brandFieldNames = [
  "name",
  "kind",
  "aliases",
  "negative_aliases",
  "everyday_word",
  "domains",
  "domain_paths",
]

const kindLabels: Record<BrandKind, { name: string; meaning: string }> = {
  own: {
    name: "your brand",
    meaning:
      "The previous brand becomes a competitor. Prompts that name the new brand are excluded from metrics by default.",
  },
  competitor: { name: "competitor", meaning: "It counts for share of voice, in earlier scans too." },
  discovered: { name: "discovered", meaning: "It counts for positions, but not for share of voice." },
  ignored: { name: "ignored", meaning: "Answers are no longer searched for it." },
}

type Props = { brand: Brand | undefined; problem: Problem | null }

export function BrandFields({ brand, problem }: Props) {
  const hasAdvancedValues =
    brand &&
    (brand.everyday_word !== null || [brand.negative_aliases, brand.domain_paths].some((list) => list.length > 0))
  return (
    <>
      <Field label="Name" name="name" problem={problem}>
        <Input required maxLength={120} autoComplete="off" defaultValue={brand?.name} />
      </Field>
      {brand?.kind === "own" ? (
        <p className="text-quiet">
          This is your brand. To choose another one, edit that brand. This one then becomes a competitor.
        </p>
      ) : (
        <KindField brand={brand} problem={problem} />
      )}
      <Field
        label="Also written as"
        name="aliases"
        hint="Short names, company names and other spellings, one per line. Case is ignored."
        problem={problem}
      >
        <Textarea rows={3} spellCheck={false} defaultValue={brand?.aliases.join("\n")} />
      </Field>
      <Field
        label="Websites"
        name="domains"
        hint="One per line, such as alpenrad.example. Subdomains are included."
        problem={problem}
      >
        <Textarea rows={2} spellCheck={false} defaultValue={brand?.domains.join("\n")} />
      </Field>
      <details className="rounded-box border border-line px-3.5 py-2.5" open={hasAdvancedValues}>
        <summary className="font-strong">Everyday word, excluded names and shared websites</summary>
        <div className="mt-4 mb-1.5 grid gap-5">
          <Field
            label="Is the name an everyday word?"
            name="everyday_word"
            hint='An everyday word, such as "Target", counts only where it is used as a name, and not in "Target your audience".'
            problem={problem}
          >
            <Select defaultValue={String(brand?.everyday_word ?? "")} className="max-w-60">
              <option value="">Decide automatically</option>
              <option value="true">Yes</option>
              <option value="false">No, it always counts</option>
            </Select>
          </Field>
          {brand && <BrandExamples brandId={brand.id} />}
          <Field
            label="Excluded names"
            name="negative_aliases"
            hint='Texts that contain the name but mean something else, one per line, such as "Apple Valley" for Apple.'
            problem={problem}
          >
            <Textarea rows={2} spellCheck={false} defaultValue={brand?.negative_aliases.join("\n")} />
          </Field>
          <Field
            label="Pages on shared websites"
            name="domain_paths"
            hint="The brand's pages on a website that others use too, such as github.com/acme."
            problem={problem}
          >
            <Textarea rows={2} spellCheck={false} defaultValue={brand?.domain_paths.join("\n")} />
          </Field>
        </div>
      </details>
    </>
  )
}

function KindField({ brand, problem }: Props) {
  const [kind, setKind] = useState<BrandKind>(brand?.kind ?? "competitor")
  const kinds = (Object.keys(kindLabels) as BrandKind[]).filter((choice) => brand || choice !== "own")
  return (
    <Field label="Type" name="kind" hint={kindLabels[kind].meaning} problem={problem}>
      <Select value={kind} onChange={(event) => setKind(event.target.value as BrandKind)} className="max-w-60">
        <Options names={kinds.map((choice) => [choice, kindLabels[choice].name])} />
      </Select>
    </Field>
  )
}

type Examples = Data<"aiVisibility", "getBrandExamples">["counted"]

/** Passages of the project's answers that contain the brand's name, so that people see what counts as a mention. */
function BrandExamples({ brandId }: { brandId: string }) {
  const { data } = useQuery(useApi().aiVisibility.getBrandExamples.queryOptions({ brand_id: brandId }))
  if (!data || data.data.counted.length + data.data.not_counted.length === 0) return null
  return (
    <div className="grid gap-3 text-table">
      <Passages title="Counts as a mention" examples={data.data.counted} />
      <Passages title="Does not count" examples={data.data.not_counted} />
    </div>
  )
}

const Passages = ({ title, examples }: { title: string; examples: Examples }) =>
  examples.length > 0 && (
    <div>
      <p className="text-quiet text-small">{title}</p>
      <ul className="mt-1 grid gap-1">
        {examples.map(({ answer_id, text }) => (
          <li key={answer_id} className="border-line border-l-2 pl-2 wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
