/** Names of the audit log's actions, and the choices of its filter. */
import type { AuditAction } from "@/domain/audit/actions"

/**
 * The choices of the filter: what was changed, by the beginning of the action. The audit log stores these
 * names, so they stay as they are, even where the pages use another word.
 */
export const actionGroupNames: Partial<Record<ActionGroup, string>> = {
  "team.": "the team",
  "member.": "members",
  "client.": "clients",
  "data_source.": "data sources",
  "key.": "API keys",
  "connection.": "connected apps",
  "endpoint.": "webhooks",
  "delivery.": "deliveries",
  "message.": "contents of events",
  "recover.": "recoveries",
  "ai_visibility.": "AI visibility",
  "signal.": "signals",
  "signal_rule.": "signal rules",
  "report.": "reports",
  "goal.": "goals",
}

/** `key.` for `key.created`: a value of the operation's filter `action`. */
type ActionGroup = AuditAction extends `${infer Group}.${string}` ? `${Group}.` : never

/**
 * What the actor did: without the object's name, and with it. The word in braces is the field of the entry that has the
 * name. `{name}` also stands for other fields with names (audit-subject.ts). After a plain string, the name follows a
 * colon.
 */
type Label = string | readonly [unnamed: string, named: `${string}{${NameField}}${string}`]

/** A field of `before` or `after` that names the changed object. */
export type NameField = "name" | "title" | "text" | "metric" | "provider" | "event_type" | "engine_id"

const labels: Record<AuditAction, Label> = {
  "team.created": ["created the team", "created the team {name}"],
  "team.updated": "changed the settings",
  "team.report_sender_changed": "changed the sender of reports",
  "team.plan_changed": "changed the plan",
  "team.suspended": "suspended the team",
  "team.unsuspended": "lifted the suspension",
  "team.limits_changed": "changed the team's limits",
  "team.engine_access_changed": "changed access to the operator's AI engines",
  "operator.added": "added an operator",
  "account.password_reset": "set a new password for an account",
  "account.email_changed": "changed the email address of an account",
  "operator.removed": "removed an operator",
  "member.invited": ["created an invitation", "created an invitation for {name}"],
  "member.invitation_revoked": ["revoked an invitation", "revoked the invitation of {name}"],
  "member.joined": "joined the team",
  "member.role_changed": ["changed a role", "changed the role of {name}"],
  "member.removed": ["removed a member", "removed the member {name}"],
  "member.left": "left the team",
  "member.digest_changed": ["changed the signal email", "changed the signal email of {name}"],
  "member.email_changed": ["changed an email address", "changed an email address to {name}"],
  "client.created": ["added a client", "added the client {name}"],
  "client.updated": ["changed a client", "changed the client {name}"],
  "client.paused": ["paused a client", "paused the client {name}"],
  "client.resumed": ["resumed a client", "resumed the client {name}"],
  "client.archived": ["archived a client", "archived the client {name}"],
  "client.restored": ["restored a client", "restored the client {name}"],
  "client.annotation_created": ["added an annotation to a client", "added an annotation to the client {name}"],
  "client.annotation_deleted": ["removed an annotation of a client", "removed an annotation of the client {name}"],
  "client.break_declared": ["marked a tracking change of a client", "marked a tracking change of the client {name}"],
  "client.break_removed": ["removed a tracking change of a client", "removed a tracking change of the client {name}"],
  "data_source.authorized": ["authorized a platform", "authorized access to {provider}"],
  "data_source.connected": ["connected a data source", "connected the data source {name}"],
  "data_source.reconnected": ["reconnected a data source", "reconnected the data source {name}"],
  "data_source.updated": ["changed a data source", "changed the data source {name}"],
  "data_source.paused": ["paused a data source", "paused the data source {name}"],
  "data_source.resumed": ["resumed a data source", "resumed the data source {name}"],
  "data_source.disconnected": ["disconnected a data source", "disconnected the data source {name}"],
  "data_source.sync_started": ["started a sync", "started a sync of the data source {name}"],
  "data_source.file_imported": ["imported a file", "imported the file {name}"],
  "data_source.error": [
    "recorded that syncs of a data source fail",
    "recorded that syncs of the data source {name} fail",
  ],
  "data_source.reauth_required": [
    "recorded that a data source needs a new authorization",
    "recorded that the data source {name} needs a new authorization",
  ],
  "key.created": ["created an API key", "created the key {name}"],
  "key.rotated": ["rotated an API key", "rotated the key {name}"],
  "key.revoked": ["revoked an API key", "revoked the key {name}"],
  "key.leaked": ["found a leaked API key", "found the leaked key {name}"],
  "connection.created": ["connected an app", "connected the app {name}"],
  "connection.revoked": ["disconnected an app", "disconnected the app {name}"],
  "connection.settings_changed": "changed the MCP connector",
  "endpoint.created": ["added a webhook", "added the webhook {name}"],
  "endpoint.updated": ["changed a webhook", "changed the webhook {name}"],
  "endpoint.secret_rotated": ["rotated a webhook's secret", "rotated the secret of the webhook {name}"],
  "endpoint.signing_key_rotated": ["rotated the ed25519 key", "rotated the ed25519 key of the webhook {name}"],
  "endpoint.paused": ["paused a webhook", "paused the webhook {name}"],
  "endpoint.enabled": ["resumed a webhook", "resumed the webhook {name}"],
  "endpoint.disabled": ["disabled a webhook", "disabled the webhook {name}"],
  "endpoint.deleted": ["deleted a webhook", "deleted the webhook {name}"],
  "endpoint.waiting_retried": [
    "retried a webhook's waiting deliveries",
    "retried the waiting deliveries of the webhook {name}",
  ],
  "endpoint.tested": ["sent a test event", "sent a test event to the webhook {name}"],
  "endpoint.notice_dismissed": ["dismissed a notice", "dismissed a notice of the webhook {name}"],
  "message.expunged": ["deleted the content of an event", "deleted the content of an event of type {event_type}"],
  "delivery.resent": ["resent a delivery", "resent a delivery of {event_type}"],
  "delivery.copied": ["copied a delivery as curl", "copied a delivery of {event_type} as curl"],
  "ai_visibility.project_created": ["created an AI visibility project", "created the AI visibility project {name}"],
  "ai_visibility.project_updated": ["changed an AI visibility project", "changed the AI visibility project {name}"],
  "ai_visibility.brand_created": ["added a brand", "added the brand {name}"],
  "ai_visibility.brand_updated": ["changed a brand", "changed the brand {name}"],
  "ai_visibility.source_type_set": ["set the source type of a domain", "set the source type of the domain {name}"],
  "ai_visibility.topic_created": ["added a topic", "added the topic {name}"],
  "ai_visibility.topic_updated": ["renamed a topic", "renamed a topic to {name}"],
  "ai_visibility.topic_deleted": ["deleted a topic", "deleted the topic {name}"],
  "ai_visibility.prompts_created": ["added prompts", "added prompts to the AI visibility project {name}"],
  "ai_visibility.prompt_updated": ["changed a prompt", "changed the prompt {text}"],
  "ai_visibility.prompts_updated": ["changed prompts", "changed prompts of the AI visibility project {name}"],
  "ai_visibility.engine_set_up": ["set up an AI engine", "set up the AI engine {engine_id}"],
  "ai_visibility.judge_set_up": "changed the sentiment model",
  "ai_visibility.spend_cap_set": "set the monthly spend cap",
  "ai_visibility.price_set": ["set the price of an AI engine", "set the price of the AI engine {engine_id}"],
  "ai_visibility.price_deleted": ["deleted a price of an AI engine", "deleted a price of the AI engine {engine_id}"],
  "ai_visibility.engine_tested": ["tested an AI engine", "tested the AI engine {engine_id}"],
  "ai_visibility.scan_started": ["started a scan", "started a scan of the project {name}"],
  "ai_visibility.scan_skipped": ["skipped a scan", "skipped a scan of the project {name}"],
  "ai_visibility.scan_canceled": ["canceled a scan", "canceled a scan of the project {name}"],
  "signal.updated": ["changed a signal", "changed the signal {title}"],
  "signal_rule.created": ["added a signal rule", "added the signal rule {name}"],
  "signal_rule.updated": ["changed a signal rule", "changed the signal rule {name}"],
  "signal_rule.deleted": ["deleted a signal rule", "deleted the signal rule {name}"],
  "report.created": ["created a report", "created the report {name}"],
  "report.updated": ["changed a report", "changed the report {name}"],
  "report.layout_updated": ["changed the widgets of a report", "changed the widgets of the report {name}"],
  "report.published": ["published a report", "published the report {name}"],
  "report.unpublished": ["turned a report into a draft", "turned the report {name} into a draft"],
  "report.archived": ["archived a report", "archived the report {name}"],
  "report.restored": ["restored a report", "restored the report {name}"],
  "report.commentary_set": ["wrote commentary in a report", "wrote commentary in the report {name}"],
  "report.share_link_created": ["created a share link", "created a share link for the report {name}"],
  "report.share_link_revoked": ["revoked a share link", "revoked a share link of the report {name}"],
  "goal.created": ["set a goal", "set a goal for the metric {metric}"],
  "goal.updated": ["changed a goal", "changed a goal for the metric {metric}"],
  "goal.archived": ["archived a goal", "archived a goal for the metric {metric}"],
  "goal.restored": ["restored a goal", "restored a goal for the metric {metric}"],
  "recover.started": ["started a recovery", "started a recovery of the webhook {name}"],
  "recover.cancelled": ["canceled a recovery", "canceled a recovery of the webhook {name}"],
}

/**
 * What the actor did, for a sentence that starts with the actor's name. An action of a newer or older release that has
 * no label is returned unchanged.
 */
export function actionLabel(action: string): string {
  const label = labelOf(action)
  return typeof label === "string" ? label : label[0]
}

/** What the actor did, with the name of the changed object. Null if the label of the action never shows a name. */
export function namedAction(action: string, name: string) {
  const label = labelOf(action)
  if (typeof label === "string") return null
  const [start = "", end = ""] = label[1].split(namePlaceholder)
  return { start, name, end }
}

/** The field that has the name of the changed object. */
export function nameFieldOf(action: string): NameField {
  const label = labelOf(action)
  const [, field] = typeof label === "string" ? [] : label[1].split(/[{}]/)
  return (field as NameField | undefined) ?? "name"
}

const namePlaceholder = /\{\w+\}/

const labelOf = (action: string): Label => (labels as Record<string, Label>)[action] ?? [action, `${action} {name}`]
