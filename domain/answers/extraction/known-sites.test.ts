import { expect, it } from "vitest"
import { canonicalUrl } from "./canonical-url"
import { classifySource } from "./sources"

function classOf(host: string) {
  const source = canonicalUrl(`https://${host}/a`)
  return source && classifySource(source, []).source_class
}

it.each([
  [
    "editorial",
    "reuters.com techcrunch.com webmd.com finance.yahoo.com timesofindia.indiatimes.com abcnews.go.com spectrum.ieee.org",
  ],
  [
    "ugc",
    "g2.com news.ycombinator.com github.com ada.blogspot.com tripadvisor.de discussions.apple.com forum.xda-developers.com",
  ],
  [
    "corporate",
    "apple.com support.apple.com ikea.com ycombinator.com amazon.co.uk amazon.co.jp blog.hubspot.com booking.com",
  ],
  ["reference", "en.wikipedia.org dictionary.cambridge.org nature.com statista.com imdb.com"],
  ["institutional", "oecd.org www.gov.uk nhs.uk ncbi.nlm.nih.gov canada.ca europa.eu"],
  ["editorial", "produkttest.example besttoasters.example ranked.example"],
  ["other", "go.com unknown-maker.example tesla.com.evil.example notapple.com"],
  ["other", "photo-contest.example latestyle.example protest.example frankfurt.example"],
])("classifies well-known sites as %s", (type, hosts) => {
  for (const host of hosts.split(" ")) expect([host, classOf(host)]).toEqual([host, type])
})
