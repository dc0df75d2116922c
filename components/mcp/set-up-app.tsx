/** Explains in numbered steps how to connect the app that the user chooses. */
import { Markdown } from "@/components/docs/markdown"
import { CodeBlock } from "@/components/ui/code-block"
import { Tabs } from "@/components/ui/tabs"
import { type AppGuide, appGuides } from "@/domain/connections/app-guides"

export function SetUpApp({ url }: { url: string }) {
  const panels = appGuides(url).map((guide) => ({ name: guide.name, content: <Steps guide={guide} /> }))
  return <Tabs label="App" panels={panels} />
}

function Steps({ guide: { name, steps, code, note } }: { guide: AppGuide }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {note && <p className="text-quiet">{note}</p>}
      {code && <CodeBlock code={code.text} label={`Setup of ${name}`} />}
      <ol className="list-decimal space-y-1 pl-5">
        {steps.map((step) => (
          <li key={step}>
            <Markdown text={step} />
          </li>
        ))}
      </ol>
    </div>
  )
}
