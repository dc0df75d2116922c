/** Recognizes the parameters of URLs that only serve tracking. */

/**
 * Parameters of analytics, advertising, newsletter and shop tools, which do not change the page. Names that other sites
 * use for content, such as cid, are not in the list.
 */
const trackingNames = new Set(
  `gclid gclsrc gbraid wbraid dclid srsltid _ga _gl _gsid ved usg usqp sca_esv fbclid igshid igsh msclkid yclid ysclid ttclid twclid li_fat_id rdt_cid
  epik scid hsctatracking mkt_tok mc_cid mc_eid _ke dm_i __s wickedid icid cmpid s_cid s_kwcid ef_id guccounter ref ref_ ref_src
  smid ocid irclickid irgwc spm mkcid mkevt mkrid _trkparms _trksid _pos _psq _ss _branch_match_id
  sc_cid sc_campaign sc_channel ns_mchannel ns_source ns_campaign ns_linkname ns_fee xtor cjevent awc ranmid raneaid ransiteid
  _kx _bhlid ck_subscriber_id hss_channel _cldee mibextid tblci dicbo _openstat syclid ncid sscid sccid clickid`.split(
    /\s+/,
  ),
)
const trackingPrefixes =
  "utm_ utm- gad_ _ga_ _gac _gcl gaa_ fb_ hsa_ _hs __hs vero_ oly_ elq _bta_ pk_ mtm_ piwik_ matomo_ at_ trk guce_ amp_ __amp_ _x_tr_ itm_ wt_mc wt.mc ml_subscriber".split(
    " ",
  )

/** Parameters that are tracking on one site only. Other sites use these names for content. */
const siteTracking: [host: RegExp, names: RegExp][] = [
  [/^x\.com$/, /^(?:s|t)$/],
  [/(?:^|\.)reddit\.com$/, /^(?:rdt|share_id)$/],
  [/(?:^|\.)(?:youtube|spotify)\.com$/, /^si$/],
  [/(?:^|\.)linkedin\.com$/, /^rcm$/],
  [/(?:^|\.)tiktok\.com$/, /^(?:is_from_webapp|sender_device)$/],
]

/** True for a parameter that does not change the pages of `host`. */
export function isTrackingParameter(host: string, name: string): boolean {
  const lower = name.toLowerCase()
  if (trackingNames.has(lower) || trackingPrefixes.some((prefix) => lower.startsWith(prefix))) return true
  return siteTracking.some(([site, names]) => site.test(host) && names.test(lower))
}
