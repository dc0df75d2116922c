-- One row that /readyz writes, to learn whether the database takes writes.
CREATE TABLE "write_probe" (
    "id" SMALLINT NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL,
    "filling" BYTEA NOT NULL,

    CONSTRAINT "write_probe_pkey" PRIMARY KEY ("id")
);
