-- Every table as prisma/schema.prisma describes it; the only change by hand is the partitioning of metric_fact.

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "team" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "plan" TEXT NOT NULL DEFAULT 'free',
    "timezone" TEXT NOT NULL DEFAULT 'UTC',
    "currency" CHAR(3) NOT NULL DEFAULT 'USD',
    "week_starts_on" SMALLINT NOT NULL DEFAULT 1,
    "is_sample" BOOLEAN NOT NULL DEFAULT false,
    "is_suspended" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "failed_sign_ins" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("provider","provider_account_id")
);

-- CreateTable
CREATE TABLE "verification_token" (
    "identifier" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_token_pkey" PRIMARY KEY ("identifier","token")
);

-- CreateTable
CREATE TABLE "membership" (
    "team_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "client_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("team_id","user_id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "email" TEXT,
    "role" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "accepted_by" TEXT,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "pepper_version" SMALLINT NOT NULL DEFAULT 1,
    "hint" TEXT NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "api_version" TEXT NOT NULL,
    "ip_allowlist" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "grace_until" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_ip" TEXT,
    "last_used_user_agent" TEXT,
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by" TEXT,
    "revoke_reason" TEXT,
    "replaced_by" TEXT,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_label" TEXT NOT NULL,
    "subject_id" TEXT,
    "before" JSONB,
    "after" JSONB,
    "ip" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "request_log_entry" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "code" TEXT,
    "duration_ms" REAL NOT NULL,
    "bytes" INTEGER NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "request_log_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "row_tally" (
    "team_id" TEXT NOT NULL,
    "relation" TEXT NOT NULL,
    "scope_id" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT '',
    "rows" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "row_tally_pkey" PRIMARY KEY ("team_id","relation","scope_id","status")
);

-- CreateTable
CREATE TABLE "client" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "website_url" TEXT,
    "primary_domain" TEXT,
    "domains" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "industry" TEXT,
    "timezone" TEXT,
    "currency" CHAR(3),
    "status" TEXT NOT NULL DEFAULT 'active',
    "external_id" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "logo_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "data_source" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "account_name" TEXT,
    "account_timezone" TEXT NOT NULL DEFAULT 'UTC',
    "account_currency" CHAR(3),
    "attribution" JSONB NOT NULL DEFAULT '{}',
    "credentials_ref" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "status_reason" TEXT,
    "status_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sync_frequency" TEXT NOT NULL DEFAULT 'manual',
    "lookback_days" INTEGER NOT NULL DEFAULT 0,
    "last_success_at" TIMESTAMPTZ(3),
    "last_attempt_at" TIMESTAMPTZ(3),
    "data_from" DATE,
    "data_through" DATE,
    "final_through" DATE,
    "next_sync_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "data_source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sync_run" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "data_source_id" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "window_from" DATE,
    "window_to" DATE,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "rows_read" INTEGER NOT NULL DEFAULT 0,
    "rows_upserted" INTEGER NOT NULL DEFAULT 0,
    "rows_restated" INTEGER NOT NULL DEFAULT 0,
    "quota" JSONB,
    "error_code" TEXT,
    "error_message" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "sync_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "metric_fact" (
    "team_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "data_source_id" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "metric_id" TEXT NOT NULL,
    "dimension_set" TEXT NOT NULL DEFAULT '',
    "dims" JSONB NOT NULL DEFAULT '{}',
    "dims_hash" BYTEA NOT NULL,
    "value" DECIMAL(24,6) NOT NULL,
    "currency" CHAR(3),
    "is_final" BOOLEAN NOT NULL DEFAULT true,
    "quality" SMALLINT NOT NULL DEFAULT 0,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "metric_fact_pkey" PRIMARY KEY ("data_source_id","metric_id","date","dims_hash")
) PARTITION BY RANGE ("date");

-- CreateTable
CREATE TABLE "fx_rate" (
    "date" DATE NOT NULL,
    "base" CHAR(3) NOT NULL,
    "quote" CHAR(3) NOT NULL,
    "rate" DECIMAL(20,10) NOT NULL,

    CONSTRAINT "fx_rate_pkey" PRIMARY KEY ("date","base","quote")
);

-- CreateTable
CREATE TABLE "annotation" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "text" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'note',
    "author" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "annotation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "goal" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "metric_id" TEXT NOT NULL,
    "filter" JSONB NOT NULL DEFAULT '{}',
    "filter_hash" TEXT NOT NULL DEFAULT '',
    "period" TEXT NOT NULL,
    "starts_on" DATE NOT NULL,
    "ends_on" DATE NOT NULL,
    "target" DECIMAL(24,6) NOT NULL,
    "comparator" TEXT NOT NULL DEFAULT 'at_least',
    "status" TEXT NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "goal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "default_range" TEXT NOT NULL DEFAULT 'last_28_days',
    "default_compare" TEXT NOT NULL DEFAULT 'previous_period',
    "timezone" TEXT,
    "currency" CHAR(3),
    "locale" TEXT NOT NULL DEFAULT 'en',
    "schedule" JSONB,
    "share_token_hash" BYTEA,
    "version" INTEGER NOT NULL DEFAULT 1,
    "published_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report_section" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "report_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "report_section_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report_widget" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "report_id" TEXT NOT NULL,
    "section_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "query" JSONB NOT NULL DEFAULT '{}',
    "options" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "report_widget_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report_snapshot" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "report_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "range" JSONB NOT NULL,
    "payload_gzip" BYTEA NOT NULL,
    "payload_sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "report_snapshot_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ai_project" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "schedule" JSONB NOT NULL DEFAULT '{"every":"manual"}',
    "runs_per_prompt" SMALLINT NOT NULL DEFAULT 3,
    "regions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "language" TEXT NOT NULL DEFAULT 'en',
    "panel_version" INTEGER NOT NULL DEFAULT 1,
    "monthly_answer_budget" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ai_project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ai_brand" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "aliases" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "negative_aliases" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "domains" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "domain_paths" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ai_brand_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ai_topic" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ai_topic_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ai_prompt" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "topic_id" TEXT,
    "text" TEXT NOT NULL,
    "text_sha256" BYTEA NOT NULL,
    "language" TEXT NOT NULL DEFAULT 'en',
    "intent" TEXT NOT NULL DEFAULT 'informational',
    "is_branded" BOOLEAN NOT NULL DEFAULT false,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" TEXT NOT NULL DEFAULT 'active',
    "external_id" TEXT,
    "added_in_panel" INTEGER NOT NULL DEFAULT 1,
    "removed_in_panel" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ai_prompt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ai_engine" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "surface" TEXT NOT NULL,
    "model" TEXT,
    "model_version" TEXT,
    "web_search" BOOLEAN NOT NULL DEFAULT true,
    "params" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'active',

    CONSTRAINT "ai_engine_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scan" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "panel_version" INTEGER NOT NULL DEFAULT 1,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "tasks_total" INTEGER NOT NULL DEFAULT 0,
    "tasks_succeeded" INTEGER NOT NULL DEFAULT 0,
    "tasks_failed" INTEGER NOT NULL DEFAULT 0,
    "tasks_skipped" INTEGER NOT NULL DEFAULT 0,
    "answers_valid" INTEGER NOT NULL DEFAULT 0,
    "cost_usd" DECIMAL(12,6) NOT NULL DEFAULT 0,
    "import_sha256" BYTEA,
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "error_code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scan_task" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "scan_id" TEXT NOT NULL,
    "prompt_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "region" TEXT NOT NULL DEFAULT '',
    "run_index" SMALLINT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "error_code" TEXT,

    CONSTRAINT "scan_task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "answer" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "scan_id" TEXT NOT NULL,
    "task_id" TEXT NOT NULL,
    "prompt_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "region" TEXT NOT NULL DEFAULT '',
    "run_index" SMALLINT NOT NULL DEFAULT 1,
    "engine_config_hash" TEXT NOT NULL DEFAULT '',
    "model_version" TEXT,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "text" TEXT NOT NULL,
    "text_sha256" BYTEA NOT NULL,
    "finish_reason" TEXT,
    "search_queries" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "grounded" BOOLEAN NOT NULL DEFAULT false,
    "raw" JSONB,
    "tokens_in" INTEGER,
    "tokens_out" INTEGER,
    "cost_usd" DECIMAL(12,6),
    "latency_ms" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "answer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mention" (
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "answer_id" TEXT NOT NULL,
    "brand_id" TEXT NOT NULL,
    "first_offset" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "rank" SMALLINT NOT NULL,
    "matched_alias" TEXT NOT NULL,
    "sentiment" TEXT,
    "sentiment_method" TEXT,
    "excerpt" TEXT NOT NULL,

    CONSTRAINT "mention_pkey" PRIMARY KEY ("answer_id","brand_id")
);

-- CreateTable
CREATE TABLE "citation" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "answer_id" TEXT NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "url_raw" TEXT NOT NULL,
    "url_canonical" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "registrable_domain" TEXT NOT NULL,
    "title" TEXT,
    "kind" TEXT NOT NULL,
    "positions" JSONB NOT NULL DEFAULT '[]',
    "brand_id" TEXT,
    "source_class" TEXT NOT NULL DEFAULT 'other',

    CONSTRAINT "citation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ai_metric_rollup" (
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "period_id" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "brand_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL DEFAULT '',
    "region" TEXT NOT NULL DEFAULT '',
    "topic_id" TEXT NOT NULL DEFAULT '',
    "prompt_scope" TEXT NOT NULL DEFAULT 'unbranded',
    "answers_n" INTEGER NOT NULL,
    "mentioned_n" INTEGER NOT NULL,
    "top1_n" INTEGER NOT NULL,
    "top3_n" INTEGER NOT NULL,
    "rank_sum" INTEGER NOT NULL,
    "prominence_sum" DOUBLE PRECISION NOT NULL,
    "brand_mentions_total_n" INTEGER NOT NULL,
    "citing_n" INTEGER NOT NULL,
    "grounded_n" INTEGER NOT NULL,
    "citations_own_n" INTEGER NOT NULL,
    "citations_total_n" INTEGER NOT NULL,
    "sentiment_positive_n" INTEGER NOT NULL DEFAULT 0,
    "sentiment_neutral_n" INTEGER NOT NULL DEFAULT 0,
    "sentiment_negative_n" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ai_metric_rollup_pkey" PRIMARY KEY ("period_id","brand_id","engine_id","region","topic_id","prompt_scope")
);

-- CreateTable
CREATE TABLE "ai_cell" (
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "scan_id" TEXT NOT NULL,
    "prompt_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "region" TEXT NOT NULL DEFAULT '',
    "brand_id" TEXT NOT NULL,
    "runs_n" SMALLINT NOT NULL,
    "mentioned_n" SMALLINT NOT NULL,
    "cited_n" SMALLINT NOT NULL,

    CONSTRAINT "ai_cell_pkey" PRIMARY KEY ("scan_id","prompt_id","engine_id","region","brand_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "team_slug_key" ON "team"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE INDEX "account_user_id_idx" ON "account"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "verification_token_token_key" ON "verification_token"("token");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_team_id_created_at_idx" ON "invitation"("team_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_key_hash_key" ON "api_key"("key_hash");

-- CreateIndex
CREATE INDEX "api_key_team_id_created_at_id_idx" ON "api_key"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entry_team_id_created_at_id_idx" ON "audit_entry"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "request_log_entry_team_id_key_id_created_at_id_idx" ON "request_log_entry"("team_id", "key_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "request_log_entry_created_at_idx" ON "request_log_entry"("created_at");

-- CreateIndex
CREATE INDEX "client_team_id_created_at_id_idx" ON "client"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "client_team_id_status_created_at_id_idx" ON "client"("team_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "client_team_id_name_id_idx" ON "client"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "client_team_id_updated_at_id_idx" ON "client"("team_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "client_tags_idx" ON "client" USING GIN ("tags");

-- CreateIndex
CREATE UNIQUE INDEX "client_team_id_slug_key" ON "client"("team_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "client_team_id_external_id_key" ON "client"("team_id", "external_id");

-- CreateIndex
CREATE INDEX "data_source_client_id_status_idx" ON "data_source"("client_id", "status");

-- CreateIndex
CREATE UNIQUE INDEX "data_source_team_id_client_id_provider_account_id_key" ON "data_source"("team_id", "client_id", "provider", "account_id");

-- CreateIndex
CREATE INDEX "sync_run_data_source_id_started_at_idx" ON "sync_run"("data_source_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "metric_fact_team_id_client_id_metric_id_dimension_set_date_idx" ON "metric_fact"("team_id", "client_id", "metric_id", "dimension_set", "date");

-- CreateIndex
CREATE INDEX "annotation_team_id_client_id_date_idx" ON "annotation"("team_id", "client_id", "date");

-- CreateIndex
CREATE INDEX "goal_team_id_client_id_status_idx" ON "goal"("team_id", "client_id", "status");

-- CreateIndex
CREATE UNIQUE INDEX "goal_client_id_metric_id_starts_on_ends_on_filter_hash_key" ON "goal"("client_id", "metric_id", "starts_on", "ends_on", "filter_hash");

-- CreateIndex
CREATE INDEX "report_team_id_created_at_id_idx" ON "report"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "report_team_id_client_id_status_created_at_id_idx" ON "report"("team_id", "client_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "report_team_id_updated_at_id_idx" ON "report"("team_id", "updated_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "report_section_report_id_position_key" ON "report_section"("report_id", "position");

-- CreateIndex
CREATE INDEX "report_widget_report_id_section_id_position_idx" ON "report_widget"("report_id", "section_id", "position");

-- CreateIndex
CREATE INDEX "report_snapshot_report_id_created_at_idx" ON "report_snapshot"("report_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "ai_project_team_id_created_at_id_idx" ON "ai_project"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ai_project_team_id_client_id_status_idx" ON "ai_project"("team_id", "client_id", "status");

-- CreateIndex
CREATE UNIQUE INDEX "ai_project_client_id_name_key" ON "ai_project"("client_id", "name");

-- CreateIndex
CREATE INDEX "ai_brand_team_id_project_id_kind_idx" ON "ai_brand"("team_id", "project_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "ai_topic_project_id_name_key" ON "ai_topic"("project_id", "name");

-- CreateIndex
CREATE INDEX "ai_prompt_team_id_project_id_created_at_id_idx" ON "ai_prompt"("team_id", "project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "ai_prompt_project_id_text_sha256_language_key" ON "ai_prompt"("project_id", "text_sha256", "language");

-- CreateIndex
CREATE INDEX "scan_project_id_finished_at_idx" ON "scan"("project_id", "finished_at" DESC);

-- CreateIndex
CREATE INDEX "scan_team_id_project_id_created_at_id_idx" ON "scan"("team_id", "project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "scan_task_scan_id_prompt_id_engine_id_region_run_index_key" ON "scan_task"("scan_id", "prompt_id", "engine_id", "region", "run_index");

-- CreateIndex
CREATE UNIQUE INDEX "answer_task_id_key" ON "answer"("task_id");

-- CreateIndex
CREATE INDEX "answer_team_id_project_id_asked_at_id_idx" ON "answer"("team_id", "project_id", "asked_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "answer_scan_id_idx" ON "answer"("scan_id");

-- CreateIndex
CREATE INDEX "answer_prompt_id_engine_id_asked_at_idx" ON "answer"("prompt_id", "engine_id", "asked_at");

-- CreateIndex
CREATE INDEX "mention_brand_id_answer_id_idx" ON "mention"("brand_id", "answer_id");

-- CreateIndex
CREATE INDEX "mention_team_id_project_id_idx" ON "mention"("team_id", "project_id");

-- CreateIndex
CREATE INDEX "citation_project_id_registrable_domain_idx" ON "citation"("project_id", "registrable_domain");

-- CreateIndex
CREATE INDEX "citation_project_id_url_canonical_idx" ON "citation"("project_id", "url_canonical");

-- CreateIndex
CREATE UNIQUE INDEX "citation_answer_id_url_canonical_kind_key" ON "citation"("answer_id", "url_canonical", "kind");

-- CreateIndex
CREATE INDEX "ai_metric_rollup_team_id_project_id_date_idx" ON "ai_metric_rollup"("team_id", "project_id", "date");

-- CreateIndex
CREATE INDEX "ai_cell_team_id_project_id_idx" ON "ai_cell"("team_id", "project_id");

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client" ADD CONSTRAINT "client_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_source" ADD CONSTRAINT "data_source_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sync_run" ADD CONSTRAINT "sync_run_data_source_id_fkey" FOREIGN KEY ("data_source_id") REFERENCES "data_source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_section" ADD CONSTRAINT "report_section_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "report"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_widget" ADD CONSTRAINT "report_widget_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "report"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_widget" ADD CONSTRAINT "report_widget_section_id_fkey" FOREIGN KEY ("section_id") REFERENCES "report_section"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_project" ADD CONSTRAINT "ai_project_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_brand" ADD CONSTRAINT "ai_brand_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "ai_project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_topic" ADD CONSTRAINT "ai_topic_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "ai_project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_prompt" ADD CONSTRAINT "ai_prompt_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "ai_project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_prompt" ADD CONSTRAINT "ai_prompt_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "ai_topic"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scan" ADD CONSTRAINT "scan_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "ai_project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mention" ADD CONSTRAINT "mention_answer_id_fkey" FOREIGN KEY ("answer_id") REFERENCES "answer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "citation" ADD CONSTRAINT "citation_answer_id_fkey" FOREIGN KEY ("answer_id") REFERENCES "answer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

