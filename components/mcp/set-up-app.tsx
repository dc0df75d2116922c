/** How to connect each app, as numbered steps that open one app at a time. */
import { Markdown } from "@/components/docs/markdown"
import { CodeBlock } from "@/components/ui/code-block"
import { appGuides } from "@/domain/connections/app-guides"

export function SetUpApp({ url }: { url: string }) {
  return (
    <div className="divide-y divide-line rounded-box border border-line bg-surface">
      {appGuides(url).map(({ name, steps, code }) => (
        <details key={name} name="set-up-app">
          <summary className="px-4 py-2.5 font-strong hover:bg-hover">{name}</summary>
          <div className="grid grid-cols-1 gap-3 px-4 pt-1 pb-4">
            <ol className="list-decimal space-y-1 pl-5">
              {steps.map((step) => (
                <li key={step} className="max-w-[68ch]">
                  <Markdown text={step} />
                </li>
              ))}
            </ol>
            {code && <CodeBlock code={code.text} label={`Setup of ${name}`} />}
          </div>
        </details>
      ))}
    </div>
  )
}
