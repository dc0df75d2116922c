/** The kind of a cited site, in a word that says more when it is pointed at; a brand's site names the brand. */
import { classWords, type SourceClass } from "./source-words"

export function ClassName({ of, brand }: { of: SourceClass; brand?: string | null | undefined }) {
  const { name, about } = classWords[of]
  return (
    <span title={about} className={of === "own" ? "font-strong text-accent" : of === "competitor" ? "" : "text-quiet"}>
      {name}
      {brand && <bdi className="font-normal text-quiet"> {brand}</bdi>}
    </span>
  )
}
