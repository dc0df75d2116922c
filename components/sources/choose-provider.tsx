/** First step of connecting a data source: lists the platforms to choose from. */
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { recognizedDownloads } from "@/components/uploads/upload-labels"
import { PlatformMark } from "./platform-mark"
import type { ProviderChoice, Source } from "./source-labels"

/** The metrics and dimensions that a connection reads. */
const providerMetrics: Record<ProviderChoice["provider"], string> = {
  ga4: "Sessions, users, key events and revenue, by channel, page, country and device.",
  search_console: "Clicks, impressions and positions in Google Search, by query, page, country and device.",
  google_ads: "Spend, clicks, impressions and conversions, by campaign, device and network.",
  meta_ads: "Spend, reach, clicks and conversions of Facebook and Instagram, by campaign and ad set.",
  bing_webmaster: "Clicks and impressions in Bing search.",
}

type Props = { providers: ProviderChoice[]; path: string; uploadPath: string }

export function ChooseProvider({ providers, path, uploadPath }: Props) {
  // Platforms that can be chosen come first.
  const sorted = providers.toSorted((a, b) => Number(b.grant_kinds.length > 0) - Number(a.grant_kinds.length > 0))
  return (
    <ul className="max-w-3xl divide-y divide-line rounded-box border border-line bg-surface">
      {sorted.map(({ provider, name, grant_kinds }) => (
        <Choice
          key={provider}
          provider={provider}
          name={name}
          text={providerMetrics[provider]}
          href={grant_kinds.length > 0 ? `${path}?provider=${provider}` : null}
        />
      ))}
      <Choice
        provider="csv"
        name="CSV file"
        text={`A download of ${recognizedDownloads}. You can also upload any file of daily metrics.`}
        href={uploadPath}
      />
    </ul>
  )
}

type ChoiceProps = {
  provider: Source["provider"]
  name: string
  text: string
  /** Null if the operator has not set up the platform. */
  href: string | null
}

function Choice({ provider, name, text, href }: ChoiceProps) {
  return (
    <li className={`relative flex items-center gap-4 px-4 py-3 ${href ? "hover:bg-hover" : ""}`}>
      <PlatformMark provider={provider} />
      <div className="min-w-0 flex-1">
        <h2 className={href ? "" : "text-quiet"}>{name}</h2>
        <p className="text-quiet text-table">{text}</p>
        {!href && (
          <p className="text-quiet text-table">
            The operator of this installation has not set up this platform.{" "}
            <Link href="/docs/data-sources" className="underline hover:text-text">
              How to set it up
            </Link>
          </p>
        )}
      </div>
      {href && (
        <Button asChild size="small" className="after:absolute after:inset-0">
          <Link href={href} aria-label={`Choose ${name}`}>
            Choose
          </Link>
        </Button>
      )}
    </li>
  )
}
