/** Third-party sites that answers often cite, by source type. The list is short on purpose; every other site is "other". */

const sites = {
  ugc: `reddit.com quora.com youtube.com youtu.be facebook.com instagram.com tiktok.com x.com twitter.com pinterest.com linkedin.com medium.com
    stackexchange.com stackoverflow.com trustpilot.com yelp.com tripadvisor.com producthunt.com head-fi.org avsforum.com home-barista.com`,
  reference: "wikipedia.org wikihow.com britannica.com investopedia.com merriam-webster.com wikidata.org fandom.com",
  institutional:
    "who.int europa.eu un.org ada.org ncoa.org sleepfoundation.org mayoclinic.org clevelandclinic.org consumerfinance.gov",
  corporate: `amazon.com bestbuy.com walmart.com target.com homedepot.com lowes.com costco.com ebay.com etsy.com wayfair.com rei.com
    dickssportinggoods.com macys.com samsclub.com newegg.com bhphotovideo.com crateandbarrel.com williams-sonoma.com surlatable.com backcountry.com`,
  editorial: `nytimes.com theguardian.com forbes.com cnn.com cnbc.com bbc.com bbc.co.uk washingtonpost.com wsj.com usatoday.com usnews.com nypost.com
    nymag.com thesun.co.uk the-sun.com people.com gq.com vogue.com wired.com theverge.com cnet.com zdnet.com techradar.com tomsguide.com pcmag.com
    laptopmag.com engadget.com techadvisor.com soundguys.com rtings.com whathifi.com consumerreports.org businessinsider.com menshealth.com
    womenshealthmag.com runnersworld.com goodhousekeeping.com thespruce.com thespruceeats.com seriouseats.com epicurious.com foodandwine.com
    bonappetit.com foodnetwork.com allrecipes.com bhg.com realsimple.com travelandleisure.com cntraveler.com outdoorgearlab.com techgearlab.com
    switchbacktravel.com bettertrail.com nerdwallet.com bankrate.com creditkarma.com lendingtree.com financebuzz.com kiplinger.com thepointsguy.com
    caranddriver.com motortrend.com edmunds.com kbb.com autocar.co.uk topgear.com evmagazine.com sleepopolis.com mattressclarity.com naplab.com
    electricteeth.com dentaly.org toptenreviewed.com toptenreviews.com bobvila.com thisoldhouse.com popularmechanics.com coffeegeek.com coffeeness.de
    massagegunadvice.com packhacker.com hiconsumption.com bustle.com thecut.com refinery29.com`,
} as const

export const knownSites = new Map(
  Object.entries(sites).flatMap(([kind, list]) =>
    list.split(/\s+/).map((domain) => [domain, kind as keyof typeof sites] as const),
  ),
)
