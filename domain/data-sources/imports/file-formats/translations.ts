/**
 * The column names of downloads in German, French, Spanish, Italian, Dutch and Portuguese, by their English name. The
 * platforms write a download in the language of the user's account. Names are in snake_case, as `columnName` returns
 * them.
 */
import type { DimensionColumns, FileFormat, Translations } from "./file-format"

/** Words that several platforms translate in the same way. */
const common = {
  date: ["datum", "fecha", "data"],
  day: ["tag", "jour", "día", "giorno", "dag", "dia"],
  device: ["gerät", "appareil", "dispositivo", "apparaat"],
}

export const googleAdsNames: Translations = {
  day: common.day,
  device: common.device,
  campaign: ["kampagne", "campagne", "campaña", "campagna", "campanha"],
  ad_group: [
    "anzeigengruppe",
    "groupe_d_annonces",
    "grupo_de_anuncios",
    "gruppo_di_annunci",
    "advertentiegroep",
    "grupo_de_anúncios",
  ],
  currency_code: [
    "währungscode",
    "code_de_devise",
    "código_de_moneda",
    "codice_valuta",
    "valutacode",
    "código_da_moeda",
  ],
  cost: ["kosten", "coût", "coste", "costo", "custo"],
  impr: ["vert"],
  clicks: ["klicks", "clics", "clic", "klikken", "cliques"],
  conversions: ["conversiones", "conversioni", "conversies", "conversões"],
  conv_value: ["conv_wert", "valeur_conv", "valor_conv", "valore_conv", "conv_waarde"],
}

export const metaAdsNames: Translations = {
  day: common.day,
  /** In the same order as the names of `reporting_ends`. */
  reporting_starts: ["berichtsstart", "début_des_rapports", "inicio_del_informe", "início_dos_relatórios"],
  reporting_ends: ["berichtsende", "fin_des_rapports", "fin_del_informe", "encerramento_dos_relatórios"],
  campaign_name: [
    "kampagnenname",
    "nom_de_la_campagne",
    "nombre_de_la_campaña",
    "nome_della_campagna",
    "campagnenaam",
    "naam_campagne",
    "nome_da_campanha",
  ],
  ad_set_name: [
    "anzeigengruppenname",
    "nom_de_l_ensemble_de_publicités",
    "nombre_del_conjunto_de_anuncios",
    "nome_del_gruppo_di_inserzioni",
    "naam_advertentieset",
    "nome_do_conjunto_de_anúncios",
  ],
  ad_name: [
    "anzeigenname",
    "nom_de_la_publicité",
    "nombre_del_anuncio",
    "nome_dell_inserzione",
    "naam_advertentie",
    "nome_do_anúncio",
  ],
  amount_spent: [
    "ausgegebener_betrag",
    "montant_dépensé",
    "importe_gastado",
    "importo_speso",
    "besteed_bedrag",
    "valor_usado",
  ],
  impressions: ["impressionen", "impresiones", "impression", "weergaven", "vertoningen", "impressões"],
  link_clicks: [
    "link_klicks",
    "clics_sur_un_lien",
    "clics_sur_le_lien",
    "clics_en_el_enlace",
    "clic_sul_link",
    "klikken_op_link",
    "cliques_no_link",
  ],
  results: ["ergebnisse", "résultats", "resultados", "risultati", "resultaten"],
}

export const searchConsoleNames: Translations = {
  date: common.date,
  device: common.device,
  clicks: ["klicks", "clics", "clic", "klikken", "cliques"],
  impressions: ["impressionen", "impresiones", "impressioni", "vertoningen", "impressões"],
  position: ["posición", "posizione", "positie", "posição"],
}

export const ga4Names: Translations = {
  date: common.date,
  sessions: ["sitzungen", "sesiones", "sessioni", "sessies", "sessões"],
  active_users: [
    "aktive_nutzer",
    "utilisateurs_actifs",
    "usuarios_activos",
    "utenti_attivi",
    "actieve_gebruikers",
    "usuários_ativos",
  ],
  new_users: [
    "neue_nutzer",
    "nouveaux_utilisateurs",
    "usuarios_nuevos",
    "nuovi_utenti",
    "nieuwe_gebruikers",
    "novos_usuários",
  ],
  views: ["aufrufe", "vues", "vistas", "visualizzazioni", "weergaven", "visualizações"],
}

/** Adds the names in other languages to every list of column names. A format's own name of a column comes first. */
export function inAllLanguages(format: FileFormat, translations: Translations): FileFormat {
  const translated = (names: string[]) => names.flatMap((name) => [name, ...(translations[name] ?? [])])
  const dimension = ({ names, ids }: DimensionColumns) => ({
    names: translated(names),
    ...(ids && { ids: translated(ids) }),
  })
  const lastDays = Object.entries(format.lastDay ?? {}).flatMap(([first, last]) => {
    const lastNames = translated([last])
    return translated([first]).map((name, i) => [name, lastNames[i] ?? last])
  })
  return {
    ...format,
    translations,
    date: translated(format.date),
    lastDay: Object.fromEntries(lastDays),
    account: translated(format.account),
    currency: translated(format.currency),
    dimensions: Object.fromEntries(Object.entries(format.dimensions).map(([id, columns]) => [id, dimension(columns)])),
    metrics: Object.fromEntries(Object.entries(format.metrics).map(([id, columns]) => [id, translated(columns)])),
  }
}
