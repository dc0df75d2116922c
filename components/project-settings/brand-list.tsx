/** Lists brands with all their names and sites. */
import { Badge } from "@/components/ui/badge"
import { hasEverydayMeaning } from "@/domain/answers/extraction/everyday-words"
import { BrandDialog } from "./brand-dialog"
import type { Brand } from "./brand-fields"

export function BrandList({ brands, canChange }: { brands: Brand[]; canChange: boolean }) {
  return (
    <ul className="divide-y divide-line rounded-box border border-line bg-surface">
      {brands.map((brand) => (
        <li key={brand.id} className="flex items-center justify-between gap-4 px-4 py-2.5">
          <div className="min-w-0">
            <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <bdi className="min-w-0 break-words">{brand.name}</bdi>
              {brand.kind === "own" && <Badge>your brand</Badge>}
              {(brand.everyday_word ?? [brand.name, ...brand.aliases].some(hasEverydayMeaning)) && (
                <Badge>everyday word</Badge>
              )}
            </h3>
            <dl className="mt-0.5 grid gap-x-5 text-table sm:flex sm:flex-wrap">
              <Names label="Also written as" names={brand.aliases} />
              <Names label="Excluded" names={brand.negative_aliases} />
              <Names label={sitesOf(brand).length === 1 ? "Website" : "Websites"} names={sitesOf(brand)} />
            </dl>
          </div>
          {canChange && <BrandDialog projectId={brand.project_id} brand={brand} />}
        </li>
      ))}
    </ul>
  )
}

const sitesOf = ({ domains, domain_paths }: Brand) => [...domains, ...domain_paths]

function Names({ label, names }: { label: string; names: string[] }) {
  if (names.length === 0) return null
  return (
    <div className="min-w-0 break-words">
      <dt className="mr-1.5 inline text-quiet">{label}</dt>
      <dd className="inline">{names.join(", ")}</dd>
    </div>
  )
}
