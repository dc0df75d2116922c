-- The calls of MCP clients, and which audit entries belong to a call.
CREATE TABLE "mcp_call" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "grant_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "client_info" TEXT,
    "protocol_version" TEXT,
    "request_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "name" TEXT,
    "arguments" JSONB,
    "result" TEXT NOT NULL,
    "is_write" BOOLEAN NOT NULL,
    "rows" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "ip_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mcp_call_pkey" PRIMARY KEY ("team_id", "id")
);

CREATE INDEX "mcp_call_team_id_grant_id_id_idx" ON "mcp_call"("team_id", "grant_id", "id");
CREATE INDEX "mcp_call_created_at_idx" ON "mcp_call" USING BRIN ("created_at");

SELECT isolate_tenant_table('mcp_call');

ALTER TABLE "audit_entry" ADD COLUMN "request_id" TEXT;
CREATE INDEX "audit_entry_team_id_request_id_idx" ON "audit_entry"("team_id", "request_id");
