/** First step of connecting a data source: lists the platforms to choose from. */
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { recognizedDownloads } from "@/components/uploads/upload-labels"
import { type ProviderChoice, providerMetrics } from "./source-labels"

type Props = { providers: ProviderChoice[]; path: string; uploadPath: string }

export function ChooseProvider({ providers, path, uploadPath }: Props) {
  return (
    <ul className="divide-y divide-line rounded-box border border-line bg-surface">
      {providers.map(({ provider, name, grant_kinds }) => (
        <li key={provider} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3.5">
          <div className="min-w-0">
            <h2>{name}</h2>
            <p className="text-quiet text-table">{providerMetrics[provider]}</p>
            {grant_kinds.length === 0 && (
              <p className="text-quiet text-table">The operator of this installation has not set up this platform.</p>
            )}
          </div>
          {grant_kinds.length > 0 && (
            <Button asChild>
              <Link href={`${path}?provider=${provider}`} aria-label={`Choose ${name}`}>
                Choose
              </Link>
            </Button>
          )}
        </li>
      ))}
      <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3.5">
        <div className="min-w-0">
          <h2>CSV file</h2>
          <p className="text-quiet text-table">
            A download of {recognizedDownloads}. You can also upload any file of daily metrics.
          </p>
        </div>
        <Button asChild>
          <Link href={uploadPath} aria-label="Choose CSV file">
            Choose
          </Link>
        </Button>
      </li>
    </ul>
  )
}
