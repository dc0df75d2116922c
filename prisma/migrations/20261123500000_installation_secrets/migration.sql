-- Fingerprints of the pepper and of each encryption key, so that a process with other ones refuses to start. Not reversible.
CREATE TABLE "installation_secret" (
    "name" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installation_secret_pkey" PRIMARY KEY ("name")
);
GRANT SELECT, INSERT, UPDATE, DELETE ON "installation_secret" TO signalbox_app;
