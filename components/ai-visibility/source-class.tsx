/** The source type of a cited site, with an explanation on hover. A brand's site shows the brand's name. */
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
