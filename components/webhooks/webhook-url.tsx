/** A webhook's URL with the host emphasized. On phones, it takes as many lines as it needs. */
export function WebhookUrl({ url }: { url: string }) {
  const parsed = URL.parse(url)
  if (!parsed) return <span>{url}</span>
  return (
    <span className="block min-w-0 max-md:wrap-anywhere md:truncate" title={url}>
      {parsed.protocol !== "https:" && <span className="font-normal text-quiet">{`${parsed.protocol}//`}</span>}
      <span className="font-strong">{parsed.host}</span>
      <span className="font-normal text-quiet">{parsed.href.slice(parsed.origin.length)}</span>
    </span>
  )
}

export const hostOf = (url: string) => URL.parse(url)?.host ?? url
