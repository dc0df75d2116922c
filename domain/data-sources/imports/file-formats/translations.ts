/**
 * The column names of downloads in German, French, Spanish, Italian, Dutch and Portuguese, by their English name. The
 * platforms write a download in the language of the user's account. Names are in snake_case, as `columnName` returns
 * them. A name that is left out is the same as in English, or not known.
 */
import type { DimensionColumns, FileFormat } from "./file-format"

type Language = "de" | "fr" | "es" | "it" | "nl" | "pt"

/** English name of a column -> its name, or its names if downloads of different ages or accounts differ. */
type ColumnNames = Record<string, string | string[]>
type NamesByLanguage = Record<Language, ColumnNames>

export const googleAdsNames: NamesByLanguage = {
  de: {
    day: "tag",
    device: "gerät",
    campaign: "kampagne",
    ad_group: "anzeigengruppe",
    currency_code: "währungscode",
    cost: "kosten",
    clicks: "klicks",
    conv_value: "conv_wert",
  },
  fr: {
    day: "jour",
    device: "appareil",
    campaign: "campagne",
    ad_group: "groupe_d_annonces",
    currency_code: "code_de_devise",
    cost: "coût",
    clicks: "clics",
    conv_value: "valeur_conv",
  },
  es: {
    day: "día",
    device: "dispositivo",
    campaign: "campaña",
    ad_group: "grupo_de_anuncios",
    currency_code: "código_de_moneda",
    cost: ["coste", "costo"],
    clicks: "clics",
    conversions: "conversiones",
    conv_value: "valor_conv",
  },
  it: {
    day: "giorno",
    device: "dispositivo",
    campaign: "campagna",
    ad_group: "gruppo_di_annunci",
    currency_code: "codice_valuta",
    cost: "costo",
    clicks: "clic",
    conversions: "conversioni",
    conv_value: "valore_conv",
  },
  nl: {
    day: "dag",
    device: "apparaat",
    campaign: "campagne",
    ad_group: "advertentiegroep",
    currency_code: "valutacode",
    cost: "kosten",
    impr: "vert",
    clicks: "klikken",
    conversions: "conversies",
    conv_value: "conv_waarde",
  },
  pt: {
    day: "dia",
    device: "dispositivo",
    campaign: "campanha",
    ad_group: "grupo_de_anúncios",
    currency_code: "código_da_moeda",
    cost: "custo",
    clicks: "cliques",
    conversions: "conversões",
    conv_value: "valor_conv",
  },
}

export const metaAdsNames: NamesByLanguage = {
  de: {
    day: "tag",
    reporting_starts: "berichtsstart",
    reporting_ends: "berichtsende",
    campaign_name: "kampagnenname",
    ad_set_name: "anzeigengruppenname",
    ad_name: "anzeigenname",
    amount_spent: "ausgegebener_betrag",
    impressions: "impressionen",
    link_clicks: "link_klicks",
    results: "ergebnisse",
  },
  fr: {
    day: "jour",
    reporting_starts: "début_des_rapports",
    reporting_ends: "fin_des_rapports",
    campaign_name: "nom_de_la_campagne",
    ad_set_name: "nom_de_l_ensemble_de_publicités",
    ad_name: "nom_de_la_publicité",
    amount_spent: "montant_dépensé",
    link_clicks: ["clics_sur_un_lien", "clics_sur_le_lien"],
    results: "résultats",
  },
  es: {
    day: "día",
    reporting_starts: "inicio_del_informe",
    reporting_ends: "fin_del_informe",
    campaign_name: "nombre_de_la_campaña",
    ad_set_name: "nombre_del_conjunto_de_anuncios",
    ad_name: "nombre_del_anuncio",
    amount_spent: "importe_gastado",
    impressions: "impresiones",
    link_clicks: "clics_en_el_enlace",
    results: "resultados",
  },
  it: {
    day: "giorno",
    campaign_name: "nome_della_campagna",
    ad_set_name: "nome_del_gruppo_di_inserzioni",
    ad_name: "nome_dell_inserzione",
    amount_spent: "importo_speso",
    impressions: "impression",
    link_clicks: "clic_sul_link",
    results: "risultati",
  },
  nl: {
    day: "dag",
    campaign_name: ["campagnenaam", "naam_campagne"],
    ad_set_name: "naam_advertentieset",
    ad_name: "naam_advertentie",
    amount_spent: "besteed_bedrag",
    impressions: ["weergaven", "vertoningen"],
    link_clicks: "klikken_op_link",
    results: "resultaten",
  },
  pt: {
    day: "dia",
    reporting_starts: "início_dos_relatórios",
    reporting_ends: "encerramento_dos_relatórios",
    campaign_name: "nome_da_campanha",
    ad_set_name: "nome_do_conjunto_de_anúncios",
    ad_name: "nome_do_anúncio",
    amount_spent: "valor_usado",
    impressions: "impressões",
    link_clicks: "cliques_no_link",
    results: "resultados",
  },
}

export const searchConsoleNames: NamesByLanguage = {
  de: { date: "datum", device: "gerät", clicks: "klicks", impressions: "impressionen" },
  fr: { device: "appareil", clicks: "clics" },
  es: { date: "fecha", device: "dispositivo", clicks: "clics", impressions: "impresiones", position: "posición" },
  it: { date: "data", device: "dispositivo", clicks: "clic", impressions: "impressioni", position: "posizione" },
  nl: { date: "datum", device: "apparaat", clicks: "klikken", impressions: "vertoningen", position: "positie" },
  pt: { date: "data", device: "dispositivo", clicks: "cliques", impressions: "impressões", position: "posição" },
}

export const ga4Names: NamesByLanguage = {
  de: {
    date: "datum",
    sessions: "sitzungen",
    active_users: "aktive_nutzer",
    new_users: "neue_nutzer",
    views: "aufrufe",
  },
  fr: { active_users: "utilisateurs_actifs", new_users: "nouveaux_utilisateurs", views: "vues" },
  es: {
    date: "fecha",
    sessions: "sesiones",
    active_users: "usuarios_activos",
    new_users: "usuarios_nuevos",
    views: "vistas",
  },
  it: {
    date: "data",
    sessions: "sessioni",
    active_users: "utenti_attivi",
    new_users: "nuovi_utenti",
    views: "visualizzazioni",
  },
  nl: {
    date: "datum",
    sessions: "sessies",
    active_users: "actieve_gebruikers",
    new_users: "nieuwe_gebruikers",
    views: "weergaven",
  },
  pt: {
    date: "data",
    sessions: "sessões",
    active_users: "usuários_ativos",
    new_users: "novos_usuários",
    views: "visualizações",
  },
}

/** Adds the names in other languages to every list of column names. A format's own name of a column comes first. */
export function inAllLanguages(format: FileFormat, namesByLanguage: NamesByLanguage): FileFormat {
  const languages = Object.values(namesByLanguage)
  const translate = (names: string[]) => names.flatMap((name) => [name, ...translationsOf(name, languages)])
  const translateDimension = ({ names, ids }: DimensionColumns) => ({
    names: translate(names),
    ...(ids && { ids: translate(ids) }),
  })
  return {
    ...format,
    translationsOf: (name) => translationsOf(name, languages),
    date: translate(format.date),
    lastDay: { ...format.lastDay, ...translateLastDays(format.lastDay ?? {}, languages) },
    account: translate(format.account),
    currency: translate(format.currency),
    dimensions: Object.fromEntries(
      Object.entries(format.dimensions).map(([id, columns]) => [id, translateDimension(columns)]),
    ),
    metrics: Object.fromEntries(Object.entries(format.metrics).map(([id, columns]) => [id, translate(columns)])),
  }
}

const translationsOf = (name: string, languages: ColumnNames[]): string[] =>
  languages.flatMap((columnNames) => columnNames[name] ?? [])

/** Pairs the columns of the first and the last day in each language. */
function translateLastDays(lastDay: Record<string, string>, languages: ColumnNames[]): Record<string, string> {
  const pairs: [string, string][] = []
  for (const [first, last] of Object.entries(lastDay))
    for (const columnNames of languages)
      for (const firstName of translationsOf(first, [columnNames]))
        for (const lastName of translationsOf(last, [columnNames])) pairs.push([firstName, lastName])
  return Object.fromEntries(pairs)
}
