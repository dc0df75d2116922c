/** A block of code with a copy button. */
import { CopyButton } from "./copy-button"
import { Scroll } from "./scroll"

type Props = { code: string; label: string; className?: string }

export function CodeBlock({ code, label, className }: Props) {
  return (
    <div className="relative rounded-box border border-line bg-surface">
      <Scroll label={label} className={className}>
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
