import { expect, it } from "vitest"
import { canonicalUrl } from "./canonical-url"

/**
 * Manually checked: one address of every kind that answers cite, with its canonical page. Null means that it is no
 * page.
 */
const table: [raw: string, canonical: string | null][] = [
  // Tracking parameters of engines, shops and newsletters are removed. Parameters that identify a product stay.
  [
    "https://www.nytimes.com/wirecutter/reviews/best-blender/?utm_source=chatgpt.com",
    "https://nytimes.com/wirecutter/reviews/best-blender",
  ],
  ["https://nytimes.com/wirecutter/reviews/best-blender", "https://nytimes.com/wirecutter/reviews/best-blender"],
  ["https://shop.example/blender?srsltid=AfmBOo1&utm_source=chatgpt.com", "https://shop.example/blender"],
  ["https://shop.example/blender?srsltid=AfmBOo2", "https://shop.example/blender"],
  ["https://shop.example/bag?variant=4723&_gsid=yQL3&utm_source=chatgpt.com", "https://shop.example/bag?variant=4723"],
  ["https://shop.example/bag?variant=4724&_gsid=d5UU", "https://shop.example/bag?variant=4724"],
  [
    "https://mag.example/a.html?utm_campaign=feed&utm_medium=social&gclid=1&gad_source=1&fbclid=2&msclkid=3",
    "https://mag.example/a.html",
  ],
  ["https://mag.example/a.html?ref=home&id=5", "https://mag.example/a.html?id=5"],
  // Fragments: quoted sentences and anchors.
  [
    "https://mag.example/best-massage-guns.html#:~:text=$349%20at%20Amazon,Buy",
    "https://mag.example/best-massage-guns.html",
  ],
  [
    "https://mag.example/best-massage-guns.html#:~:text=Best%20overall,-The%20second&amp;text=third",
    "https://mag.example/best-massage-guns.html",
  ],
  ["https://mag.example/best-massage-guns.html#verdict", "https://mag.example/best-massage-guns.html"],
  // Different spellings of one page: case, port, trailing dot, slashes, order and encoding of the query, encoding of
  // the path.
  ["HTTPS://WWW.RTINGS.COM:443/headphones/Reviews/", "https://rtings.com/headphones/Reviews"],
  ["https://rtings.com./headphones/Reviews", "https://rtings.com/headphones/Reviews"],
  ["https://rtings.com/headphones/reviews", "https://rtings.com/headphones/reviews"],
  ["https://coffee.example/best-under-500//?utm_source=chatgpt.com", "https://coffee.example/best-under-500"],
  ["http://lab.example:8080/report.pdf", "http://lab.example:8080/report.pdf"],
  ["https://shop.example/s?k=non+stick&amp;page=2", "https://shop.example/s?k=non+stick&page=2"],
  ["https://shop.example/s?page=2&k=non%20stick", "https://shop.example/s?k=non+stick&page=2"],
  ["https://shop.example/5700pro%e2%84%a2-with%2Dscreen", "https://shop.example/5700pro%E2%84%A2-with-screen"],
  ["https://shop.example/5700pro™-with-screen", "https://shop.example/5700pro%E2%84%A2-with-screen"],
  [
    "https://guide.example/us/best-router%2Creview-5191.html",
    "https://guide.example/us/best-router%2Creview-5191.html",
  ],
  // Hosts: mobile subdomains, internationalized domains, language subdomains, hosts without a path.
  [
    "https://m.yelp.com/search?find_desc=Court&amp;find_loc=Ashburn%2C+VA",
    "https://yelp.com/search?find_desc=Court&find_loc=Ashburn%2C+VA",
  ],
  [
    "https://www.yelp.com/search?find_loc=Ashburn,%20VA&find_desc=Court",
    "https://yelp.com/search?find_desc=Court&find_loc=Ashburn%2C+VA",
  ],
  ["https://www.bücher.example/neu", "https://xn--bcher-kva.example/neu"],
  ["https://xn--bcher-kva.example/neu", "https://xn--bcher-kva.example/neu"],
  [
    "https://en.wikipedia.org/wiki/Rolls-Royce_Spectre?utm_source=chatgpt.com",
    "https://en.wikipedia.org/wiki/Rolls-Royce_Spectre",
  ],
  ["https://helixsleep.com", "https://helixsleep.com"],
  ["https://www.helixsleep.com/?utm_source=chatgpt.com", "https://helixsleep.com"],
  // Redirectors, hidden targets, and an engine's links to itself.
  ["https://www.google.com/url?q=https://www.helixsleep.com/&sa=U&ved=2ah", "https://helixsleep.com"],
  [
    "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC123",
    "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC123",
  ],
  // AMP, mobile hosts, schemes and videos.
  ["https://www.google.com/amp/s/www.mag.example/best/amp/", "https://mag.example/best"],
  ["https://www-mag-example.cdn.ampproject.org/c/s/www.mag.example/best?amp=1", "https://mag.example/best"],
  ["http://amp.mag.example/best", "https://mag.example/best"],
  ["https://en.m.wikipedia.org/wiki/Tea", "https://en.wikipedia.org/wiki/Tea"],
  ["https://mobile.mag.example/best?_ga=1.2&hsa_cam=3&mkt_tok=abc", "https://mag.example/best"],
  ["https://youtu.be/dQw4w9WgXcQ?si=abc", "https://youtube.com/watch?v=dQw4w9WgXcQ"],
  ["https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=42s", "https://youtube.com/watch?v=dQw4w9WgXcQ"],
  ["https://www.youtube.com/embed/dQw4w9WgXcQ", "https://youtube.com/watch?v=dQw4w9WgXcQ"],
  ["https://www.youtube.com/shorts/dQw4w9WgXcQ?feature=share", "https://youtube.com/watch?v=dQw4w9WgXcQ"],
  ["https://www.youtube.com/embed/videoseries?list=PL1", "https://youtube.com/embed/videoseries?list=PL1"],
  ["https://www.youtube.com/embed/videoseries?list=PL2", "https://youtube.com/embed/videoseries?list=PL2"],
  ["https://www.youtube.com/redirect?event=video&q=https%3A%2F%2Fmag.example%2Fbest", "https://mag.example/best"],
  ["https://simple.m.wikipedia.org/wiki/Tea", "https://simple.wikipedia.org/wiki/Tea"],
  ["https://simple.wikipedia.org/wiki/Tea", "https://simple.wikipedia.org/wiki/Tea"],
  ["https://commons.m.wikimedia.org/wiki/File:Tea.jpg", "https://commons.wikimedia.org/wiki/File:Tea.jpg"],
  ["https://zh-yue.m.wikipedia.org/wiki/%E8%8C%B6", "https://zh-yue.wikipedia.org/wiki/%E8%8C%B6"],
  ["https://en.m.me/page", "https://en.m.me/page"],
  ["https://m.me/page", "https://m.me/page"],
  ["https://suchen.mobile.de/auto", "https://suchen.mobile.de/auto"],
  ["https://old.reddit.com/r/tea/comments/1/best", "https://reddit.com/r/tea/comments/1/best"],
  ["https://www.reddit.com/r/tea/comments/1/best/", "https://reddit.com/r/tea/comments/1/best"],
  // AMP caches and viewers: every /amp goes. Elsewhere, only where it cannot be a word.
  [
    "https://www.google.com/amp/s/www.theverge.com/platform/amp/2024/5/1/24146000/best-laptops",
    "https://theverge.com/2024/5/1/24146000/best-laptops",
  ],
  ["https://www.theverge.com/2024/5/1/24146000/best-laptops", "https://theverge.com/2024/5/1/24146000/best-laptops"],
  [
    "https://www.theverge.com/platform/amp/2024/5/1/24146000/best-laptops",
    "https://theverge.com/2024/5/1/24146000/best-laptops",
  ],
  [
    "https://www-cnbc-com.cdn.ampproject.org/c/s/www.cnbc.com/amp/2024/05/01/rates.html?amp_js_v=0.1&usqp=mq331AQ",
    "https://cnbc.com/2024/05/01/rates.html",
  ],
  ["https://cdn.ampproject.org/c/s/www.cnbc.com/amp/2024/05/01/rates.html", "https://cnbc.com/2024/05/01/rates.html"],
  ["https://www.cnbc.com/amp/2024/05/01/rates.html", "https://cnbc.com/2024/05/01/rates.html"],
  ["https://www.cnbc.com/2024/05/01/rates.html", "https://cnbc.com/2024/05/01/rates.html"],
  ["https://www.google.co.uk/amp/www.bbc.co.uk/news/amp/world-1", "https://bbc.co.uk/news/world-1"],
  ["https://www.google.com/amp/s/mag.example/story%3foutputType=amp", "https://mag.example/story"],
  ["https://mag.example/story?amp", "https://mag.example/story"],
  ["https://mag.example/story.amp.html", "https://mag.example/story.html"],
  [
    "https://mag.example/2024/best-guitar-amps-for-beginners/amp/",
    "https://mag.example/2024/best-guitar-amps-for-beginners",
  ],
  ["https://shop.example/guitar/amp", "https://shop.example/guitar/amp"],
  ["https://shop.example/guitar", "https://shop.example/guitar"],
  ["https://shop.example/amp/fender", "https://shop.example/amp/fender"],
  ["https://shop.example/guitars?amp=fender", "https://shop.example/guitars?amp=fender"],
  ["https://shop.example/list?format=json", "https://shop.example/list?format=json"],
  ["https://www.google.com/a/mag.example/acs", "https://google.com/a/mag.example/acs"],
  // Names that some sites use for content.
  ["https://www.google.com/maps?cid=1", "https://google.com/maps?cid=1"],
  ["https://www.google.com/maps?cid=2", "https://google.com/maps?cid=2"],
  ["https://www.google.com/url?sa=t&q=best+blender&url=https://mag.example/best", "https://mag.example/best"],
  ["https://www.imdb.com/title/tt1/?ref_=nv_sr_srsg_0", "https://imdb.com/title/tt1"],
  [
    "https://www.amazon.com/Bose-QuietComfort/dp/B0CCZ26B5V/ref=sr_1_1?keywords=bose&qid=1",
    "https://amazon.com/dp/B0CCZ26B5V",
  ],
  ["https://www.amazon.com/gp/product/B0CCZ26B5V?tag=mag-20", "https://amazon.com/dp/B0CCZ26B5V"],
  ["https://www.amazon.de/dp/B0CCZ26B5V", "https://amazon.de/dp/B0CCZ26B5V"],
  ["https://www.amazon.com/s?k=bose", "https://amazon.com/s?k=bose"],
  ["https://mag.example/a?_gallery=1&t=5&s=20", "https://mag.example/a?_gallery=1&s=20&t=5"],
  ["https://chatgpt.com/?hints=search&q=ASUS+Zenbook+14%22", null],
  ["https://www.google.com/search?q=best+blender", null],
]

it("maps each cited address to the page that a person would name", () => {
  const found = table.map(([raw]) => [raw, canonicalUrl(raw)?.url ?? null])
  expect(found).toEqual(table)
})

it("finds as many pages as the table lists, and maps canonical addresses to themselves", () => {
  const pages = (urls: (string | null)[]) => new Set(urls.flatMap((url) => canonicalUrl(url ?? "")?.url ?? []))
  const raw = table.map(([one]) => one)
  const canonical = table.map(([, one]) => one)
  expect(new Set(raw).size).toBe(80)
  expect(pages(raw).size).toBe(50)
  expect(pages(canonical)).toEqual(pages(raw))
})

/** Manually checked: further forms of addresses and their canonical page. */
const forms: [raw: string, canonical: string | null][] = [
  // AMP: the same rule for direct addresses and caches.
  ["https://example.com/best-crm/amp/", "https://example.com/best-crm"],
  ["https://example.com/post/amp", "https://example.com/post"],
  ["https://example.com/blog/best-crm-software/amp", "https://example.com/blog/best-crm-software"],
  ["https://www.forbes.com/sites/x/2024/01/01/y/amp/", "https://forbes.com/sites/x/2024/01/01/y"],
  ["https://www.usatoday.com/amp/1234567", "https://usatoday.com/1234567"],
  ["https://www.nbcnews.com/news/amp/rcna123", "https://nbcnews.com/news/rcna123"],
  ["https://www.bbc.co.uk/news/amp/uk-123", "https://bbc.co.uk/news/uk-123"],
  ["https://www.techradar.com/amp/best/best-laptops", "https://techradar.com/best/best-laptops"],
  ["https://mag.example/amp/how-to-choose-a-crm", "https://mag.example/how-to-choose-a-crm"],
  ["https://www.cnet.com/best/crm/amp/", "https://cnet.com/best/crm"],
  ["https://www.cnet.com/google-amp/news/best-crm/", "https://cnet.com/news/best-crm"],
  ["https://shop.example/products/amp", "https://shop.example/products/amp"],
  ["https://shop.example/product-category/amp", "https://shop.example/product-category/amp"],
  [
    "https://shop.example/products/amp/fender-blues-junior-iv",
    "https://shop.example/products/amp/fender-blues-junior-iv",
  ],
  ["https://github.com/sourcegraph/amp", "https://github.com/sourcegraph/amp"],
  ["https://sourcegraph.com/amp", "https://sourcegraph.com/amp"],
  ["https://google.com/amp/s/example.com/a%3Famp%3D1", "https://example.com/a"],
  ["https://google.com/amp/s/example.com/a%3Fid%3D1%26q%3Da%2520b", "https://example.com/a?id=1&q=a+b"],
  ["https://www.bing.com/amp/s/www.x.example/a", "https://x.example/a"],
  ["https://mag.example/a?__amp_source_origin=x&_amp=true", "https://mag.example/a"],
  // Schemes and ports.
  ["http://example.com:443/a", "https://example.com/a"],
  ["https://example.com:80/a", "https://example.com/a"],
  ["example.com/a", "https://example.com/a"],
  ["//example.com/a", "https://example.com/a"],
  ["www.example.com", "https://example.com"],
  ["example.com:8080/a", "https://example.com:8080/a"],
  ["node.js/a", null],
  ["//mag.example/a", null],
  ["mailto:ada@example.com", null],
  ["ftp://example.com/a", null],
  // Hosts and sites.
  ["https://music.youtube.com/watch?v=abc", "https://youtube.com/watch?v=abc"],
  ["https://youtube.com/e/abc", "https://youtube.com/watch?v=abc"],
  ["https://music.youtube.com/explore", "https://music.youtube.com/explore"],
  ["https://youtube.com/@mkbhd?si=xyz", "https://youtube.com/@mkbhd"],
  ["https://www.youtube.com/playlist?list=PL1&si=abc", "https://youtube.com/playlist?list=PL1"],
  ["https://music.youtube.com/playlist?list=PL1&si=abc", "https://music.youtube.com/playlist?list=PL1"],
  ["https://open.spotify.com/show/1?si=abc", "https://open.spotify.com/show/1"],
  ["https://mag.example/a?si=abc&rcm=1", "https://mag.example/a?rcm=1&si=abc"],
  ["https://www.linkedin.com/posts/x?rcm=ABC&trk=public_post", "https://linkedin.com/posts/x"],
  ["https://www.tiktok.com/@a/video/1?is_from_webapp=1&sender_device=pc", "https://tiktok.com/@a/video/1"],
  ["https://mbasic.facebook.com/a", "https://facebook.com/a"],
  ["https://web.facebook.com/a", "https://facebook.com/a"],
  ["https://wap.mag.example/a", "https://mag.example/a"],
  ["https://3g.mag.example/a", "https://mag.example/a"],
  ["https://twitter.com/a/status/1?s=20&t=abc", "https://x.com/a/status/1"],
  ["https://mobile.twitter.com/a/status/1", "https://x.com/a/status/1"],
  ["https://x.com/a/status/1?s=46", "https://x.com/a/status/1"],
  ["https://old.reddit.com/r/tea/comments/1/best?rdt=5&share_id=x", "https://reddit.com/r/tea/comments/1/best"],
  ["https://smile.amazon.com/dp/B0CCZ26B5V", "https://amazon.com/dp/B0CCZ26B5V"],
  ["https://www.amazon.com/dp/b0ccz26b5v?psc=1", "https://amazon.com/dp/B0CCZ26B5V"],
  ["https://www.amazon.com/dp/bestseller", "https://amazon.com/dp/bestseller"],
  // Redirectors.
  ["https://translate.google.com/translate?sl=de&tl=en&u=https://mag.example/a", "https://mag.example/a"],
  ["https://translate.google.de/translate?u=example.com/a", "https://example.com/a"],
  ["https://en-m-wikipedia-org.translate.goog/wiki/Tea?_x_tr_sl=en&_x_tr_tl=de", "https://en.wikipedia.org/wiki/Tea"],
  ["https://my--mag-example.translate.goog/a?id=1", "https://my-mag.example/a?id=1"],
  [
    "https://web.archive.org/web/20240101000000/https://www.mag.example/a?id=1&utm_source=x",
    "https://mag.example/a?id=1",
  ],
  ["https://web.archive.org/web/2024id_/http://mag.example/a", "https://mag.example/a"],
  ["https://web.archive.org/web/2024*/example.com", "https://example.com"],
  ["https://web.archive.org/collections", "https://web.archive.org/collections"],
  ["https://archive.ph/2024/https://mag.example/a?id=1", "https://mag.example/a?id=1"],
  ["https://archive.is/newest/https://mag.example/a", "https://mag.example/a"],
  ["https://archive.ph/https://mag.example/a", "https://mag.example/a"],
  ["https://archive.ph/AbC12", "https://archive.ph/AbC12"],
  ["https://webcache.googleusercontent.com/search?q=cache:abc-1:https://mag.example/a+best", "https://mag.example/a"],
  ["https://webcache.googleusercontent.com/search?q=cache:example.com/a", "https://example.com/a"],
  ["https://webcache.googleusercontent.com/search?q=cache:https://mag.example/a", "https://mag.example/a"],
  ["https://r.search.yahoo.com/_ylt=A/RV=2/RU=https%3a%2f%2fmag.example%2fa/RK=2/RS=x", "https://mag.example/a"],
  ["https://r.search.yahoo.com/_ylt=A/RU=%zz/RK=2", "https://r.search.yahoo.com/_ylt=A/RU=%zz/RK=2"],
  ["https://slack-redir.net/link?url=https%3A%2F%2Fmag.example%2Fa", "https://mag.example/a"],
  ["https://www.google.com/aclk?sa=l&adurl=https://shop.example/a%3Fgclid%3D1", "https://shop.example/a"],
  ["https://www.googleadservices.com/pagead/aclk?adurl=https://shop.example/a", "https://shop.example/a"],
  ["https://www.google.com/url?q=monday.com&url=https://mag.example/best", "https://mag.example/best"],
]

it.each(forms)("maps %s to %s", (raw, canonical) => {
  expect(canonicalUrl(raw)?.url ?? null).toBe(canonical)
  if (canonical) expect(canonicalUrl(canonical)?.url).toBe(canonical)
})

it("gives a page one address, directly and through Google's AMP viewer", () => {
  const direct = [...table, ...forms].flatMap(([raw]) => (/^https:\/\/[a-z.]+\/.*amp/.test(raw) ? raw : []))
  const viewed = direct.map((raw) => canonicalUrl(raw.replace("https://", "https://www.google.com/amp/s/"))?.url)
  expect(viewed).toEqual(direct.map((raw) => canonicalUrl(raw)?.url))
})

it.each(
  `_ga_ABC _gcl_au utm-source sc_cid sc_campaign ns_mchannel wt_mc wt_mc_id xtor itm_source cjevent awc ranMID ranEAID ranSiteID _kx
  _bhlid ck_subscriber_id ml_subscriber ml_subscriber_hash hss_channel _cldee mibextid gaa_at tblci dicbo _openstat syclid
  wt.mc_id WT.mc_id ncid sscid clickid ScCid`.split(/\s+/),
)("removes the tracking parameter %s", (name) => {
  expect(canonicalUrl(`https://mag.example/a?id=1&${name}=x`)?.url).toBe("https://mag.example/a?id=1")
})
