/**
 * Source types of well-known sites, grouped by what they are. docs/ai-visibility.md states how the lists were made.
 * An entry covers its subdomains, and the longest entry decides: news.ycombinator.com, not ycombinator.com.
 */

/** Sites with one domain per country. Every name stands for the domains in `countrySuffixes`. */
const perCountry = (names: string) =>
  names
    .split(/\s+/)
    .flatMap((name) => countrySuffixes.map((suffix) => `${name}.${suffix}`))
    .join(" ")
const countrySuffixes = "com co.uk de fr it es nl be at ch se pl ie ca com.au in co.jp jp sg com.br com.mx ae".split(
  " ",
)

/**
 * Sites whose names are not brands that a project compares: suggestions of brands leave them out
 * (../suggestions/brand-candidates.ts).
 */
const thirdParties = {
  ugc: `reddit.com quora.com youtube.com youtu.be facebook.com instagram.com tiktok.com x.com twitter.com pinterest.com linkedin.com medium.com
    stackexchange.com stackoverflow.com trustpilot.com yelp.com tripadvisor.com producthunt.com head-fi.org avsforum.com g2.com capterra.com`,
  reference:
    "wikipedia.org wikihow.com britannica.com investopedia.com merriam-webster.com wikidata.org fandom.com wiktionary.org imdb.com",
  institutional:
    "who.int europa.eu un.org ada.org mayoclinic.org clevelandclinic.org heart.org bbb.org aarp.org ncoa.org",
  corporate: `amazon.com bestbuy.com walmart.com target.com homedepot.com lowes.com costco.com ebay.com etsy.com wayfair.com rei.com
    dickssportinggoods.com macys.com samsclub.com newegg.com bhphotovideo.com crateandbarrel.com williams-sonoma.com backcountry.com`,
  editorial: `nytimes.com theguardian.com forbes.com cnn.com cnbc.com bbc.com bbc.co.uk washingtonpost.com wsj.com usatoday.com usnews.com nypost.com
    nymag.com thesun.co.uk the-sun.com people.com gq.com vogue.com wired.com theverge.com cnet.com zdnet.com techradar.com tomsguide.com pcmag.com
    laptopmag.com engadget.com techadvisor.com soundguys.com rtings.com whathifi.com consumerreports.org businessinsider.com menshealth.com
    womenshealthmag.com runnersworld.com goodhousekeeping.com thespruce.com thespruceeats.com seriouseats.com epicurious.com foodandwine.com
    bonappetit.com foodnetwork.com allrecipes.com bhg.com realsimple.com travelandleisure.com cntraveler.com outdoorgearlab.com
    nerdwallet.com bankrate.com creditkarma.com lendingtree.com kiplinger.com thepointsguy.com caranddriver.com motortrend.com edmunds.com
    kbb.com autocar.co.uk topgear.com bobvila.com thisoldhouse.com popularmechanics.com bustle.com thecut.com refinery29.com reuters.com apnews.com
    techcrunch.com webmd.com healthline.com arstechnica.com pcworld.com tomshardware.com digitaltrends.com trustedreviews.com`,
}

/** Further sites. Their names can be brands, or everyday words, so suggestions of brands do not leave them out. */
const others = {
  ugc: {
    "social networks and blogs": `threads.net threads.com snapchat.com tumblr.com bsky.app mastodon.social discord.com discord.gg telegram.org t.me
      weibo.com zhihu.com douban.com xiaohongshu.com vk.com ok.ru substack.com wordpress.com blogspot.com livejournal.com dev.to hashnode.com
      hackernoon.com note.com qiita.com zenn.dev hatena.ne.jp hatenablog.com ameblo.jp tistory.com blog.naver.com cafe.naver.com nextdoor.com
      goodreads.com letterboxd.com ravelry.com slideshare.net scribd.com issuu.com`,
    "forums, questions and answers": `news.ycombinator.com lobste.rs slashdot.org superuser.com serverfault.com askubuntu.com mathoverflow.net
      resetera.com neogaf.com 4chan.org boards.ie mumsnet.com avforums.com bogleheads.org flyertalk.com steamcommunity.com gutefrage.net
      forocoches.com jeuxvideo.com commentcamarche.net kakaku.com chiebukuro.yahoo.co.jp xda-developers.com
      discourse.org wallstreetoasis.com whirlpool.net.au pistonheads.com garagejournal.com digitalspy.com thestudentroom.co.uk`,
    "video and audio":
      "vimeo.com dailymotion.com twitch.tv bilibili.com rumble.com nicovideo.jp soundcloud.com podcasts.apple.com",
    "reviews by users": `getapp.com softwareadvice.com trustradius.com sourceforge.net alternativeto.net saashub.com peerspot.com sitejabber.com
      consumeraffairs.com glassdoor.com angi.com houzz.com influenster.com makeupalley.com foursquare.com zomato.com opentable.com trustedshops.de
      trustedshops.com checkatrade.com thumbtack.com healthgrades.com vivino.com fragrantica.com untappd.com appsumo.com crozdesk.com
      ${perCountry("tripadvisor yelp trustpilot capterra")}`,
    "code and models": "github.com gitlab.com bitbucket.org huggingface.co kaggle.com npmjs.com pypi.org codepen.io",
  },
  editorial: {
    "news, United States": `nbcnews.com cbsnews.com abcnews.go.com abcnews.com foxnews.com foxbusiness.com msnbc.com npr.org pbs.org politico.com
      thehill.com axios.com theatlantic.com newyorker.com time.com newsweek.com vox.com slate.com salon.com vice.com buzzfeed.com buzzfeednews.com
      huffpost.com thedailybeast.com propublica.org motherjones.com theintercept.com foreignpolicy.com foreignaffairs.com latimes.com
      chicagotribune.com bostonglobe.com boston.com sfchronicle.com sfgate.com seattletimes.com dallasnews.com miamiherald.com inquirer.com
      startribune.com denverpost.com csmonitor.com newsday.com ajc.com chron.com houstonchronicle.com mercurynews.com oregonlive.com nj.com
      cleveland.com semafor.com yahoo.com msn.com aol.com upi.com voanews.com`,
    "news, United Kingdom and Ireland": `independent.co.uk telegraph.co.uk thetimes.com thetimes.co.uk dailymail.co.uk mirror.co.uk express.co.uk
      standard.co.uk metro.co.uk news.sky.com itv.com channel4.com inews.co.uk spectator.co.uk newstatesman.com scotsman.com irishtimes.com
      independent.ie rte.ie theconversation.com economist.com ft.com`,
    "news, Europe": `afp.com dw.com france24.com euronews.com politico.eu lemonde.fr lefigaro.fr liberation.fr leparisien.fr lexpress.fr lepoint.fr
      20minutes.fr ouest-france.fr bfmtv.com francetvinfo.fr spiegel.de zeit.de faz.net sueddeutsche.de welt.de bild.de focus.de stern.de
      tagesschau.de n-tv.de t-online.de tagesspiegel.de handelsblatt.com taz.de derstandard.at diepresse.com orf.at nzz.ch tagesanzeiger.ch srf.ch
      20min.ch elpais.com elmundo.es abc.es lavanguardia.com elconfidencial.com 20minutos.es eldiario.es marca.com corriere.it repubblica.it
      ilsole24ore.com lastampa.it ansa.it ilpost.it gazzetta.it publico.pt expresso.pt nrc.nl nos.nl volkskrant.nl telegraaf.nl nu.nl ad.nl
      standaard.be lesoir.be vrt.be rtbf.be svt.se dn.se svd.se aftonbladet.se expressen.se vg.no nrk.no aftenposten.no dr.dk politiken.dk yle.fi
      hs.fi gazeta.pl wyborcza.pl onet.pl wp.pl rp.pl idnes.cz novinky.cz ekathimerini.com hurriyet.com.tr pravda.com.ua kyivindependent.com
      themoscowtimes.com`,
    "news, rest of the world": `aljazeera.com haaretz.com timesofisrael.com jpost.com arabnews.com thenationalnews.com gulfnews.com khaleejtimes.com
      indiatimes.com thehindu.com hindustantimes.com indianexpress.com ndtv.com indiatoday.in livemint.com moneycontrol.com business-standard.com
      news18.com dawn.com scmp.com straitstimes.com channelnewsasia.com japantimes.co.jp asahi.com nikkei.com yomiuri.co.jp mainichi.jp nhk.or.jp
      koreaherald.com yna.co.kr chosun.com joongang.co.kr xinhuanet.com chinadaily.com.cn taipeitimes.com bangkokpost.com rappler.com inquirer.net
      thejakartapost.com kompas.com detik.com vnexpress.net abc.net.au smh.com.au theage.com.au news.com.au theaustralian.com.au afr.com
      stuff.co.nz nzherald.co.nz rnz.co.nz cbc.ca theglobeandmail.com nationalpost.com thestar.com ctvnews.ca globalnews.ca lapresse.ca globo.com
      uol.com.br estadao.com.br clarin.com lanacion.com.ar infobae.com eluniversal.com.mx milenio.com eltiempo.com emol.com latercera.com
      news24.com dailymaverick.co.za nation.africa`,
    "business and money": `bloomberg.com fortune.com inc.com entrepreneur.com fastcompany.com hbr.org marketwatch.com barrons.com morningstar.com fool.com
      thestreet.com investors.com seekingalpha.com qz.com money.com wallethub.com moneysavingexpert.com moneyfacts.co.uk finder.com
      valuepenguin.com adweek.com adage.com digiday.com marketingweek.com searchengineland.com searchenginejournal.com searchengineroundtable.com
      supermoney.com creditcards.com coindesk.com cointelegraph.com`,
    "technology and games": `gizmodo.com mashable.com venturebeat.com thenextweb.com macworld.com computerworld.com infoworld.com cio.com
      techrepublic.com theregister.com technologyreview.com spectrum.ieee.org 9to5mac.com 9to5google.com macrumors.com appleinsider.com
      androidauthority.com androidpolice.com androidcentral.com windowscentral.com imore.com howtogeek.com makeuseof.com lifehacker.com
      lifewire.com slashgear.com gsmarena.com phonearena.com notebookcheck.net anandtech.com bleepingcomputer.com techspot.com infoq.com dzone.com
      smashingmagazine.com css-tricks.com restofworld.org heise.de golem.de chip.de computerbild.de t3n.de netzwelt.de 01net.com
      lesnumeriques.com frandroid.com numerama.com clubic.com xataka.com hipertextual.com tweakers.net hwupgrade.it gadgets360.com digit.in
      expertreviews.co.uk t3.com stuff.tv dpreview.com creativebloq.com ign.com gamespot.com kotaku.com polygon.com eurogamer.net pcgamer.com
      gamesradar.com rockpapershotgun.com reviewed.com thegadgetflow.com`,
    "tests for consumers":
      "which.co.uk test.de choice.com.au quechoisir.org ocu.org altroconsumo.it 60millions-mag.com consumentenbond.nl oekotest.de",
    "health and science": `verywellhealth.com verywellmind.com verywellfit.com verywellfamily.com medicalnewstoday.com everydayhealth.com
      medscape.com health.com prevention.com self.com shape.com psychologytoday.com scientificamerican.com newscientist.com livescience.com
      space.com sciencenews.org discovermagazine.com popsci.com nationalgeographic.com smithsonianmag.com sciencedaily.com phys.org
      whattoexpect.com thebump.com babycenter.com parents.com petmd.com`,
    "home, food and family": `apartmenttherapy.com architecturaldigest.com dezeen.com housebeautiful.com elledecor.com southernliving.com
      marthastewart.com hgtv.com familyhandyman.com gardenersworld.com eater.com thekitchn.com tasteofhome.com delish.com cooksillustrated.com
      americastestkitchen.com bbcgoodfood.com chefkoch.de marmiton.org giallozafferano.it simplyrecipes.com food52.com
      thetakeout.com bestreviews.com`,
    "style and culture": `elle.com harpersbazaar.com cosmopolitan.com glamour.com allure.com instyle.com marieclaire.com vanityfair.com esquire.com
      byrdie.com whowhatwear.com hypebeast.com gearpatrol.com variety.com hollywoodreporter.com deadline.com rollingstone.com billboard.com
      pitchfork.com nme.com ew.com avclub.com vulture.com`,
    "travel, cars and sports": `lonelyplanet.com timeout.com fodors.com frommers.com afar.com ricksteves.com roughguides.com cntraveller.com
      theplanetd.com whatcar.com autoexpress.co.uk jalopnik.com roadandtrack.com autoblog.com electrek.co insideevs.com motor1.com carwow.co.uk
      auto-motor-und-sport.de adac.de bicycling.com bikeradar.com cyclingnews.com outsideonline.com backpacker.com gearjunkie.com espn.com si.com
      skysports.com bleacherreport.com goal.com golfdigest.com golf.com trailrunnermag.com`,
  },
  reference: {
    "dictionaries and encyclopedias": `wikimedia.org wikivoyage.org wikibooks.org dictionary.com thesaurus.com collinsdictionary.com
      dictionary.cambridge.org oxfordlearnersdictionaries.com etymonline.com wolframalpha.com baike.baidu.com larousse.fr duden.de treccani.it
      rae.es howstuffworks.com archive.org gutenberg.org openstreetmap.org developer.mozilla.org w3schools.com geeksforgeeks.org
      tutorialspoint.com khanacademy.org drugs.com rxlist.com`,
    "databases and statistics": `rottentomatoes.com metacritic.com discogs.com musicbrainz.org allmusic.com statista.com ourworldindata.org
      worldometers.info tradingeconomics.com macrotrends.net crunchbase.com pitchbook.com zoominfo.com dnb.com caniuse.com pcpartpicker.com
      versus.com nanoreview.net cpubenchmark.net similarweb.com boardgamegeek.com fuelly.com opencorporates.com`,
    "journals and preprints": `nature.com science.org sciencedirect.com springer.com wiley.com tandfonline.com sagepub.com plos.org frontiersin.org
      mdpi.com arxiv.org biorxiv.org medrxiv.org researchgate.net academia.edu semanticscholar.org scholar.google.com cochranelibrary.com bmj.com
      thelancet.com nejm.org jamanetwork.com acm.org ieee.org cell.com pnas.org oup.com cambridge.org jstor.org ssrn.com`,
  },
  institutional: {
    "states and international bodies": `unesco.org unicef.org worldbank.org imf.org oecd.org wto.org iea.org icrc.org redcross.org weforum.org
      canada.ca ontario.ca quebec.ca admin.ch bund.de bundesregierung.de rki.de destatis.de verbraucherzentrale.de service-public.fr ameli.fr
      insee.fr has-sante.fr nhs.uk citizensadvice.org.uk`,
    "health and professional bodies": `hopkinsmedicine.org mskcc.org cancer.org lung.org diabetes.org alz.org arthritis.org aad.org aafp.org aap.org
      healthychildren.org acog.org ama-assn.org apa.org psychiatry.org eatright.org kff.org nsf.org iihs.org euroncap.com iso.org w3.org
      ietf.org ansi.org nfpa.org akc.org aspca.org avma.org`,
    "research, charities and museums": `pewresearch.org brookings.edu rand.org cfr.org hrw.org amnesty.org greenpeace.org worldwildlife.org wwf.org
      ewg.org fairtrade.net si.edu metmuseum.org moma.org tate.org.uk britishmuseum.org`,
  },
  corporate: {
    "shops and marketplaces": `nordstrom.com surlatable.com sephora.com ulta.com chewy.com aliexpress.com alibaba.com kohls.com qvc.com hsn.com overstock.com moosejaw.com zappos.com petco.com petsmart.com cvs.com walgreens.com
      kroger.com instacart.com wholefoodsmarket.com staples.com officedepot.com microcenter.com gamestop.com barnesandnoble.com guitarcenter.com
      sweetwater.com thomann.de musiciansfriend.com autozone.com adorama.com iherb.com temu.com shein.com rakuten.co.jp jd.com taobao.com tmall.com
      flipkart.com myntra.com mercadolibre.com.ar mercadolibre.com.mx mercadolivre.com.br allegro.pl bol.com coolblue.nl asos.com argos.co.uk
      currys.co.uk johnlewis.com tesco.com sainsburys.co.uk boots.com ao.com halfords.com screwfix.com diy.com otto.de notebooksbilliger.de
      alternate.de galaxus.de galaxus.ch digitec.ch conrad.de idealo.de geizhals.de kaufland.de lidl.de fnac.com darty.com cdiscount.com
      boulanger.com leroymerlin.fr carrefour.fr elcorteingles.es pccomponentes.com ozon.ru wildberries.ru kogan.com jbhifi.com.au
      harveynorman.com.au bunnings.com.au canadiantire.ca takealot.com noon.com jumia.com poshmark.com mercari.com stockx.com craigslist.org
      gumtree.com backmarket.com farfetch.com autotrader.com cars.com cargurus.com zillow.com realtor.com redfin.com rightmove.co.uk
      ${perCountry("amazon ebay etsy zalando mediamarkt decathlon lazada shopee aldi")}`,
    "software and services": `google.com microsoft.com apple.com adobe.com oracle.com sap.com salesforce.com ibm.com cisco.com redhat.com vmware.com
      mozilla.org cloudflare.com digitalocean.com atlassian.com slack.com zoom.us zoom.com notion.so notion.com asana.com monday.com trello.com
      clickup.com airtable.com figma.com canva.com miro.com dropbox.com box.com evernote.com hubspot.com mailchimp.com zendesk.com intercom.com
      freshworks.com pipedrive.com zoho.com shopify.com squarespace.com wix.com webflow.com godaddy.com bigcommerce.com wordpress.org stripe.com
      paypal.com squareup.com wise.com revolut.com intuit.com xero.com sage.com adp.com gusto.com workday.com docusign.com semrush.com ahrefs.com
      moz.com hootsuite.com buffer.com zapier.com openai.com anthropic.com grammarly.com duolingo.com coursera.org udemy.com gartner.com
      forrester.com mckinsey.com deloitte.com pwc.com kpmg.com ey.com accenture.com indeed.com netflix.com spotify.com disney.com hulu.com
      ycombinator.com`,
    "makers of devices, cars and goods": `samsung.com sony.com lg.com hp.com dell.com lenovo.com asus.com acer.com intel.com amd.com nvidia.com
      qualcomm.com logitech.com bose.com sonos.com garmin.com fitbit.com gopro.com canon.com nikon.com panasonic.com philips.com dyson.com
      bosch.com siemens.com whirlpool.com ge.com kitchenaid.com toyota.com honda.com ford.com chevrolet.com bmw.com mercedes-benz.com audi.com
      vw.com hyundaiusa.com kia.com nissanusa.com volvocars.com porsche.com tesla.com nike.com adidas.com puma.com lululemon.com patagonia.com
      thenorthface.com columbia.com underarmour.com newbalance.com hm.com zara.com uniqlo.com gap.com levi.com ikea.com lego.com nestle.com
      unilever.com pg.com coca-cola.com pepsico.com starbucks.com mcdonalds.com`,
    "travel, banks and networks": `airbnb.com booking.com expedia.com hotels.com kayak.com skyscanner.net skyscanner.com vrbo.com marriott.com
      hilton.com hyatt.com delta.com united.com aa.com southwest.com ryanair.com lufthansa.com uber.com lyft.com doordash.com chase.com
      bankofamerica.com wellsfargo.com citi.com capitalone.com americanexpress.com discover.com fidelity.com vanguard.com schwab.com
      coinbase.com allstate.com statefarm.com geico.com progressive.com verizon.com att.com t-mobile.com xfinity.com vodafone.com telekom.de
      fedex.com ups.com dhl.com`,
  },
}

type SiteType = keyof typeof others

const entries = (type: SiteType, list: string) => list.split(/\s+/).map((domain) => [domain, type] as const)

/** The sites of `thirdParties`. */
export const knownSites = new Map<string, SiteType>(
  Object.entries(thirdParties).flatMap(([type, list]) => entries(type as SiteType, list)),
)

const allSites = new Map<string, SiteType>([
  ...Object.entries(others).flatMap(([type, lists]) =>
    Object.values(lists).flatMap((list) => entries(type as SiteType, list)),
  ),
  ...knownSites,
])

/** Returns the type of a well-known site, or undefined. */
export function knownType(host: string): SiteType | undefined {
  for (let name = host; name.includes("."); name = name.slice(name.indexOf(".") + 1)) {
    const type = allSites.get(name)
    if (type) return type
  }
  return undefined
}
