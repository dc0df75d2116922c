/** The source type of a cited site, with an explanation on hover. A brand's site shows the brand's name. */
import { type SourceClass, sourceTypes } from "./source-types"

export function SourceType({ of, brand }: { of: SourceClass; brand?: string | null | undefined }) {
  const { name, about } = sourceTypes[of]
  return (
    <span title={about} className={of === "own" ? "font-strong" : of === "competitor" ? "" : "text-quiet"}>
      {name}
      {brand && <bdi className="font-normal text-quiet"> {brand}</bdi>}
    </span>
  )
}
