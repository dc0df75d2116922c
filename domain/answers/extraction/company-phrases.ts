/** Patterns for the text that follows the name of a company or product, such as "CRM helps" or "is a retailer". */

/** A letter or a punctuation mark of another script. English everyday words have no meaning in such a text. */
export const otherScript = /^(?: ?(?!\p{Script=Latin})\p{L}|[、，。：；！？（）「」『』])/u
export const topLevelDomain = /^\.(?:com|io|ai|co|app|org|net)\b/iu

/** Nouns that follow the name of a company, and hardly ever another word. */
export const companyNoun =
  /^(?:['’]s)?[\s-]+(?:app|apps|software|platform|crm|suite|inc|llc|ltd|corp|gmbh|pricing|api|work management)\b/iu
/** The ones among them that are never the object of a verb. "Close apps that you do not use" is an instruction. */
export const companySuffix = /^(?:['’]s)?[\s-]+(?:crm|suite|inc|llc|ltd|corp|gmbh)\b/iu
/** Nouns that seldom follow a verb without an article. */
export const productNounAfterStarter =
  /^(?:['’]s)?[\s-]+(?:tool|store|website|dashboard|headphones|earbuds|versus|vs)\b/iu
/** "Current vs Chime" */
export const versus = /^[ \t]+(?:versus|vs)\b/i
/** Nouns that follow the name of a company but often also a verb: "Close accounts" is an instruction. */
export const productNoun =
  /^(?:['’]s)?[\s-]+(?:tools?|brands?|stores?|website|accounts?|subscription|plans?|users?|customers?|integrations?|dashboard|templates?|products?|premium|pro|plus|headphones|earbuds|shoes|cards?|versus|vs)\b/iu

/** The second name in "Target and Walmart". */
export const pairedName = /^[ \t]+(?:and|or|&)[ \t]+([\p{L}\p{N}'’-]+)/u
/** The second name in "Notion, Asana and Trello". "Indeed, Google says" is no list of names. */
export const listedName = /^(?:,|[ \t]+(?:and|or|&))[ \t]+([\p{L}\p{N}'’-]+)/u

/** A capital or a number after the name, as in "Helix Midnight" or "Canvas 15". Not a word like "Your". */
export const namesProduct =
  /^(?:['’]s)?[ \t\u00a0]+((?!(?:A|All|An|And|Any|At|Better|Down|Every|For|From|In|Into|Less|More|My|Of|Off|On|Or|Our|Out|Over|That|Their|This|To|Up|With|Your)\b)[\p{Lu}\d][\p{L}\p{N}'’-]*)/u
export const trademark = /^[ \t]*(?:[®™]|[\p{L}\d]+[®™])/u

/** Verbs that follow the name of a company and hardly ever another word. */
export const companyVerb =
  /^(?:['’]s)?[ \t\u00a0]+(?:also|acquired|announced|automates|charges|comes|delivers|does|has|integrates|launched|launches|lets|makes|offers|operates|partnered|provides|released|sells|ships|specializes|supports|syncs|uses)\b/u
/** Verbs in the singular. "Things help" and "Teams work" have plural verbs. */
export const singularVerb =
  /^[ \t\u00a0]+(?:adds|aims|allows|appears|brings|carries|combines|competes|connects|continues|excels|focuses|gets|gives|helps|includes|keeps|remains|requires|serves|shines|stands out|starts|works)\b/u
/** Singular verbs that are also plural nouns. "Close leads faster" is an instruction. */
export const singularVerbOrNoun = /^[ \t\u00a0]+(?:covers|features|handles|leads|runs|schedules)\b/u
/** Verbs whose form does not show the number: "Teams can work", "things started". */
export const verbOfAnyNumber = /^[ \t\u00a0]+(?:can|will|introduced|started)\b/u
/** "is a payment processor": the end of the phrase is a noun for companies or products. */
export const companyDescription =
  /^[ \t\u00a0]+(?:is|was|has been)[ \t]+(?:also[ \t]+)?(?:an?|the|one of)[ \t](?:[^.!?;:\n]{0,80}[ \t-])?(?:apps?|applications?|assistants?|banks?|brands?|browsers?|carriers?|chains?|companies|company|CRMs?|insurers?|lenders?|makers?|manufacturers?|marketplaces?|platforms?|processors?|programs?|providers?|retailers?|schedulers?|services?|sites?|software|solutions?|startups?|stores?|suites?|systems?|tools?|vendors?|websites?)(?=[ \t]*(?:[.,;!?()\n]|$|(?:and|based|by|designed|for|founded|from|in|known|of|owned|that|to|used|which|with)\b))/u
/** "Notion is flexible" does not show that Notion is a product, but a second such sentence does. */
export const linkingVerb = /^[ \t\u00a0]+(?:is|was|has been)\b/u
