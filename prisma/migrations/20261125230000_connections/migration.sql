-- The OAuth 2.1 authorization server of the MCP connector: apps, authorization requests, connections, codes and tokens.
ALTER TABLE "team"
  ADD COLUMN "mcp_enabled" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "mcp_writes_enabled" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "oauth_client" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "redirect_uris" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "auth_method" TEXT NOT NULL,
    "secret_hash" BYTEA,
    "registration_token_hash" BYTEA,
    "fetched_at" TIMESTAMPTZ(3),
    "fresh_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_client_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "oauth_client_last_used_at_idx" ON "oauth_client" ("last_used_at");

CREATE TABLE "oauth_request" (
    "id_hash" BYTEA NOT NULL,
    "browser_hash" BYTEA NOT NULL,
    "client_id" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "state" TEXT,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "challenge" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "user_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_request_pkey" PRIMARY KEY ("id_hash")
);
CREATE INDEX "oauth_request_expires_at_idx" ON "oauth_request" ("expires_at");

CREATE TABLE "oauth_grant" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_kind" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "client_host" TEXT NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "activated_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by" TEXT,
    "revoke_reason" TEXT,

    CONSTRAINT "oauth_grant_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "oauth_grant" ADD CONSTRAINT "oauth_grant_team_id_fkey" FOREIGN KEY ("team_id")
  REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "oauth_grant" ADD CONSTRAINT "oauth_grant_user_id_fkey" FOREIGN KEY ("user_id")
  REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "oauth_grant_team_id_created_at_id_idx" ON "oauth_grant" ("team_id", "created_at" DESC, "id" DESC);
CREATE INDEX "oauth_grant_user_id_idx" ON "oauth_grant" ("user_id");
CREATE INDEX "oauth_grant_client_id_idx" ON "oauth_grant" ("client_id");
SELECT isolate_tenant_table('oauth_grant');

CREATE TABLE "oauth_code" (
    "hash" BYTEA NOT NULL,
    "team_id" TEXT NOT NULL,
    "grant_id" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "challenge" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_code_pkey" PRIMARY KEY ("hash")
);
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_grant_id_fkey" FOREIGN KEY ("grant_id")
  REFERENCES "oauth_grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "oauth_code_team_id_grant_id_idx" ON "oauth_code" ("team_id", "grant_id");
CREATE INDEX "oauth_code_grant_id_idx" ON "oauth_code" ("grant_id");
SELECT isolate_tenant_table('oauth_code');

CREATE TABLE "oauth_access_token" (
    "hash" BYTEA NOT NULL,
    "team_id" TEXT NOT NULL,
    "grant_id" TEXT NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "resource" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_access_token_pkey" PRIMARY KEY ("hash")
);
ALTER TABLE "oauth_access_token" ADD CONSTRAINT "oauth_access_token_grant_id_fkey" FOREIGN KEY ("grant_id")
  REFERENCES "oauth_grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "oauth_access_token_team_id_grant_id_idx" ON "oauth_access_token" ("team_id", "grant_id");
CREATE INDEX "oauth_access_token_grant_id_idx" ON "oauth_access_token" ("grant_id");
CREATE INDEX "oauth_access_token_expires_at_idx" ON "oauth_access_token" ("expires_at");
SELECT isolate_tenant_table('oauth_access_token');

CREATE TABLE "oauth_refresh_token" (
    "hash" BYTEA NOT NULL,
    "team_id" TEXT NOT NULL,
    "grant_id" TEXT NOT NULL,
    "generation" INTEGER NOT NULL,
    "resource" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_refresh_token_pkey" PRIMARY KEY ("hash")
);
ALTER TABLE "oauth_refresh_token" ADD CONSTRAINT "oauth_refresh_token_grant_id_fkey" FOREIGN KEY ("grant_id")
  REFERENCES "oauth_grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "oauth_refresh_token_team_id_grant_id_idx" ON "oauth_refresh_token" ("team_id", "grant_id");
CREATE INDEX "oauth_refresh_token_grant_id_idx" ON "oauth_refresh_token" ("grant_id");
CREATE INDEX "oauth_refresh_token_expires_at_idx" ON "oauth_refresh_token" ("expires_at");
SELECT isolate_tenant_table('oauth_refresh_token');
