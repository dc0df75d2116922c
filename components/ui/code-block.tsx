/** A block of code with a copy button. */
import { CopyButton } from "./copy-button"
import { Scroll } from "./scroll"

export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="relative rounded-box border border-line bg-surface">
      <Scroll label={label}>
        <pre className="w-fit p-3 pr-26 text-table leading-5">
          <code>{code}</code>
        </pre>
      </Scroll>
      <div className="absolute top-2 right-2">
        <CopyButton text={code} />
      </div>
    </div>
  )
}
