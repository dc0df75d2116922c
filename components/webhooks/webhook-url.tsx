/** A webhook's URL with the host emphasized. */
export function WebhookUrl({ url }: { url: string }) {
  const at = URL.parse(url)
  if (!at) return <span>{url}</span>
  return (
    <span className="block min-w-0 truncate" title={url}>
      {at.protocol !== "https:" && <span className="font-normal text-quiet">{`${at.protocol}//`}</span>}
      <span className="font-strong">{at.host}</span>
      <span className="font-normal text-quiet">{at.href.slice(at.origin.length)}</span>
    </span>
  )
}

export const hostOf = (url: string) => URL.parse(url)?.host ?? url
