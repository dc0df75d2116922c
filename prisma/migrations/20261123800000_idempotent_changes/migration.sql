-- Changes that a browser asked for under an id of its own, so that a repeated request is done once.
CREATE TABLE "idempotent_change" (
    "id" BYTEA NOT NULL,
    "input_hash" BYTEA NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "answer" BYTEA,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotent_change_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "idempotent_change_started_at_idx" ON "idempotent_change"("started_at");
