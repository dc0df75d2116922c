/** Form fields of a brand, for adding and changing. */
"use client"

import { useState } from "react"
import type { Problem } from "@/components/api/problem"
import type { Data } from "@/components/api/types"
import { Field } from "@/components/forms/field"
import { Input, Select, Textarea } from "@/components/ui/input"

export type Brand = Data<"aiVisibility", "listBrands">[number]
export type BrandKind = Brand["kind"]

export const brandFieldNames = ["name", "kind", "aliases", "negative_aliases", "domains", "domain_paths"]

const kindWords: Record<BrandKind, [name: string, meaning: string]> = {
  own: ["own brand", "The brand that before was the own one becomes a competitor, and other prompts count as branded."],
  competitor: ["competitor", "It shares the voice with the own brand, in earlier scans too."],
  discovered: ["discovered", "It has a rank in the answers that name it, and no part of the voice."],
  ignored: ["ignored", "It is not looked for any more."],
}

type Props = { brand: Brand | undefined; problem: Problem | null }

export function BrandFields({ brand, problem }: Props) {
  const isMany = brand && [brand.negative_aliases, brand.domain_paths].some((list) => list.length > 0)
  return (
    <>
      <Field label="Name" name="name" problem={problem}>
        <Input required maxLength={120} autoComplete="off" defaultValue={brand?.name} />
      </Field>
      {brand?.kind === "own" ? (
        <p className="text-quiet">
          The client's own brand. To make another one the own, change that one: this becomes a competitor.
        </p>
      ) : (
        <KindField brand={brand} problem={problem} />
      )}
      <Field
        label="Also written as"
        name="aliases"
        hint="One a line: short names, corporate names, other spellings. Upper and lower case are the same."
        problem={problem}
      >
        <Textarea rows={3} spellCheck={false} defaultValue={brand?.aliases.join("\n")} />
      </Field>
      <Field
        label="Sites"
        name="domains"
        hint="Such as alpenrad.example, with everything below them."
        problem={problem}
      >
        <Textarea rows={2} spellCheck={false} defaultValue={brand?.domains.join("\n")} />
      </Field>
      <details className="rounded-box border border-line px-3.5 py-2.5" open={isMany}>
        <summary className="font-strong">Names of others, shared sites</summary>
        <div className="mt-4 mb-1.5 grid gap-5">
          <Field
            label="Not this brand"
            name="negative_aliases"
            hint="Texts that hold the name and mean something else, one a line: Apple Valley is not Apple."
            problem={problem}
          >
            <Textarea rows={2} spellCheck={false} defaultValue={brand?.negative_aliases.join("\n")} />
          </Field>
          <Field
            label="Places on shared sites"
            name="domain_paths"
            hint="Such as github.com/acme: the brand's place on a site that many share."
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
  const kinds = (Object.keys(kindWords) as BrandKind[]).filter((one) => brand || one !== "own")
  return (
    <Field label="It is" name="kind" hint={kindWords[kind][1]} problem={problem}>
      <Select value={kind} onChange={(event) => setKind(event.target.value as BrandKind)} className="max-w-60">
        {kinds.map((one) => (
          <option key={one} value={one}>
            {kindWords[one][0]}
          </option>
        ))}
      </Select>
    </Field>
  )
}
