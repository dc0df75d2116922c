/** Shows the curl command that requests the page's data from the API. */
import { CodeBlock } from "@/components/ui/code-block"

export function AsApiCall({ curl }: { curl: string }) {
  return (
    <details className="mt-6 print:hidden">
      <summary className="w-fit text-quiet text-table hover:text-text">As API call</summary>
      <div className="mt-2 max-w-3xl">
        <CodeBlock code={curl} label="Command" />
      </div>
    </details>
  )
}
