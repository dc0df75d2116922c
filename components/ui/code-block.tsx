/** Code to read and to copy. */
import { CopyButton } from "./copy-button"
import { Scroll } from "./scroll"

export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="flex items-start rounded-box border border-line bg-surface">
      <Scroll label={label} className="min-w-0 flex-1">
        <pre className="w-fit p-3 text-table leading-5">
          <code>{code}</code>
        </pre>
      </Scroll>
      <div className="p-2">
        <CopyButton text={code} />
      </div>
    </div>
  )
}
