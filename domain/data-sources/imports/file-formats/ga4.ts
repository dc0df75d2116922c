/**
 * Format of Google Analytics 4 downloads with the dimension Date (20261031). They start with comment lines, by which
 * they are recognized: the names of their columns are too common.
 */
import type { FileFormat } from "./file-format"

export const ga4: FileFormat = {
  provider: "ga4",
  recognizedBy: [],
  date: ["date"],
  exportByDay: "Export an exploration with the dimension Date.",
  account: ["property_id"],
  accountId: (text) => (/^\d+$/.test(text) ? `properties/${text}` : text),
  currency: ["currency", "currency_code"],
  dimensions: {
    channel: {
      names: [
        "session_primary_channel_group_default_channel_group",
        "session_primary_channel_group",
        "session_default_channel_group",
        "default_channel_group",
      ],
    },
    source: { names: ["session_source", "source"] },
    medium: { names: ["session_medium", "medium"] },
    campaign: { names: ["session_campaign", "campaign"], ids: ["session_campaign_id"] },
    page: { names: ["landing_page", "page_path", "page_path_and_screen_class"] },
    country: { names: ["country"] },
    device: { names: ["device_category", "device"] },
  },
  metrics: {
    sessions: ["sessions"],
    engaged_sessions: ["engaged_sessions"],
    users: ["total_users", "active_users"],
    new_users: ["new_users"],
    page_views: ["views"],
    avg_session_duration: ["average_session_duration"],
    key_events: ["key_events", "conversions"],
    purchases: ["ecommerce_purchases", "transactions"],
    revenue: ["purchase_revenue", "total_revenue"],
  },
}
