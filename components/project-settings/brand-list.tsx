/** Lists brands with all their names and sites, and shows the progress of a recount after they changed. */
import { AutoRefresh } from "@/components/ui/auto-refresh"
import { Badge } from "@/components/ui/badge"
import { hasEverydayMeaning } from "@/domain/answers/extraction/everyday-words"
import { count } from "@/domain/kernel/format-count"
import { BrandDialog } from "./brand-dialog"
import type { Brand } from "./brand-fields"
import type { Project } from "./scan-settings"

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

/** The progress of re-extracting earlier answers. Null if no recount runs. */
export function RecountNote({ recount }: Pick<Project, "recount">) {
  if (recount?.status !== "running") return null
  const { done, total } = recount
  return (
    <div role="status" className="mb-6 rounded-box border border-line bg-surface px-3.5 py-2.5">
      <AutoRefresh everySeconds={5} />
      <p>
        Earlier answers are being re-extracted with the new names:{" "}
        <span className="figures">
          {count(done)} of {count(total)}
        </span>
        . Until this finishes, metrics change scan by scan, starting with the latest.
      </p>
      <progress aria-label="Re-extracted answers" className="mt-1.5" value={done} max={total} />
    </div>
  )
}
