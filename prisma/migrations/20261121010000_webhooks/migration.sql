-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "event_types" TEXT[],
    "state" TEXT NOT NULL DEFAULT 'active',
    "retry_profile" TEXT NOT NULL DEFAULT 'standard',
    "api_version" TEXT NOT NULL,
    "max_per_second" INTEGER,
    "is_fifo" BOOLEAN NOT NULL DEFAULT false,
    "signs_ed25519" BOOLEAN NOT NULL DEFAULT false,
    "headers_sealed" BYTEA,
    "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "first_failure_at" TIMESTAMPTZ(3),
    "last_failure_at" TIMESTAMPTZ(3),
    "failure_count" INTEGER NOT NULL DEFAULT 0,
    "last_success_at" TIMESTAMPTZ(3),
    "notified_24h_at" TIMESTAMPTZ(3),
    "notified_72h_at" TIMESTAMPTZ(3),
    "paused_until" TIMESTAMPTZ(3),
    "breaker_openings" INTEGER NOT NULL DEFAULT 0,
    "breaker_closed_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_secret" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_signing_key" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_signing_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_sequence" (
    "team_id" TEXT NOT NULL,
    "last_seq" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "webhook_sequence_pkey" PRIMARY KEY ("team_id")
);

-- CreateTable
CREATE TABLE "webhook_message" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "api_version" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "dedup_key" TEXT,
    "body" TEXT NOT NULL,
    "body_sha256" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "trigger" TEXT NOT NULL DEFAULT 'auto',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_attempt" INTEGER NOT NULL DEFAULT 0,
    "is_retried" BOOLEAN NOT NULL DEFAULT true,
    "is_replayed" BOOLEAN NOT NULL DEFAULT false,
    "next_attempt_at" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "last_status" SMALLINT,
    "last_error_code" TEXT,
    "recovery_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "delivery_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "trigger" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "dns_ms" REAL,
    "connect_ms" REAL,
    "tls_ms" REAL,
    "first_byte_ms" REAL,
    "total_ms" REAL,
    "remote_ip" TEXT,
    "status" SMALLINT,
    "error_code" TEXT,
    "request_headers" JSONB,
    "response_headers" JSONB,
    "response_body" TEXT,
    "is_body_truncated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_recovery" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "states" TEXT[],
    "event_types" TEXT[],
    "state" TEXT NOT NULL DEFAULT 'running',
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "after_at" TIMESTAMPTZ(3),
    "after_id" TEXT,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_recovery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_notice" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mailed_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_notice_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_endpoint_team_id_created_at_id_idx" ON "webhook_endpoint"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_secret_team_id_idx" ON "webhook_secret"("team_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_secret_endpoint_id_version_key" ON "webhook_secret"("endpoint_id", "version");

-- CreateIndex
CREATE INDEX "webhook_signing_key_team_id_created_at_idx" ON "webhook_signing_key"("team_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "webhook_message_team_id_created_at_id_idx" ON "webhook_message"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_message_created_at_idx" ON "webhook_message"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_message_team_id_dedup_key_key" ON "webhook_message"("team_id", "dedup_key");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_message_team_id_seq_key" ON "webhook_message"("team_id", "seq");

-- CreateIndex
CREATE INDEX "webhook_delivery_team_id_created_at_id_idx" ON "webhook_delivery"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_delivery_endpoint_id_created_at_id_idx" ON "webhook_delivery"("endpoint_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_message_id_endpoint_id_key" ON "webhook_delivery"("message_id", "endpoint_id");

-- CreateIndex
CREATE INDEX "webhook_attempt_team_id_started_at_id_idx" ON "webhook_attempt"("team_id", "started_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_attempt_endpoint_id_started_at_idx" ON "webhook_attempt"("endpoint_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "webhook_attempt_started_at_idx" ON "webhook_attempt"("started_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_attempt_delivery_id_number_key" ON "webhook_attempt"("delivery_id", "number");

-- CreateIndex
CREATE INDEX "webhook_recovery_team_id_created_at_id_idx" ON "webhook_recovery"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_recovery_endpoint_id_created_at_idx" ON "webhook_recovery"("endpoint_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "webhook_notice_team_id_created_at_id_idx" ON "webhook_notice"("team_id", "created_at" DESC, "id" DESC);
-- The queue: only open rows are in these indexes, so that old deliveries cost a claim nothing.
CREATE INDEX "webhook_delivery_due_idx" ON "webhook_delivery" ("next_attempt_at") WHERE state = 'pending';
CREATE INDEX "webhook_delivery_due_by_endpoint_idx" ON "webhook_delivery" ("endpoint_id", "next_attempt_at", "id") WHERE state = 'pending';
CREATE INDEX "webhook_delivery_leased_idx" ON "webhook_delivery" ("leased_until") WHERE state = 'leased';
CREATE INDEX "webhook_delivery_leased_by_endpoint_idx" ON "webhook_delivery" ("endpoint_id") WHERE state = 'leased';
CREATE INDEX "webhook_delivery_held_idx" ON "webhook_delivery" ("endpoint_id", "created_at", "id") WHERE state = 'held';

-- Committing a delivery that is due tells every listening process: transactional, so a rolled-back change wakes nobody.
CREATE FUNCTION webhook_wake() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('webhook_due', '');
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_delivery_wake AFTER INSERT ON "webhook_delivery" FOR EACH STATEMENT EXECUTE FUNCTION webhook_wake();

SELECT isolate_tenant_table(name) FROM unnest(ARRAY['webhook_endpoint', 'webhook_secret', 'webhook_signing_key', 'webhook_sequence',
  'webhook_message', 'webhook_delivery', 'webhook_attempt', 'webhook_recovery', 'webhook_notice']::regclass[]) AS t(name);
