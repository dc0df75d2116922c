import { expect, it } from "vitest"
import { contractingStatements, isAdditive, isMarkedContracting } from "./additive-migration"

it.each([
  'DROP TABLE "client"',
  'alter table client drop column "name"',
  "ALTER TABLE client DROP name",
  "ALTER TABLE client RENAME COLUMN name TO title",
  "ALTER TABLE client RENAME TO customer",
  "ALTER TYPE scope RENAME VALUE 'a' TO 'b'",
  "ALTER TABLE client ALTER COLUMN name TYPE varchar(20)",
  "ALTER TABLE client ALTER name SET DATA TYPE varchar(20)",
  "ALTER TABLE client\n  ALTER COLUMN name\n  SET NOT NULL",
  "ALTER TABLE client ADD COLUMN title text NOT NULL",
  "DROP FUNCTION tally()",
  "REVOKE SELECT ON client FROM signalbox_app",
  "TRUNCATE client",
  "CREATE TABLE a (); DROP TABLE b;",
  "CREATE TABLE a (); DROP TABLE a, b;",
  "DROP TABLE a; CREATE TABLE a ();",
  'CREATE TABLE "plan" ("id" text); ALTER TABLE "client" ADD COLUMN "plan_id" text NOT NULL REFERENCES "plan" ("id")',
  "ALTER TABLE client ADD COLUMN a text DEFAULT '', ADD COLUMN b text NOT NULL",
  "ALTER TABLE client ADD CONSTRAINT named CHECK (a <> ''), ADD b text NOT NULL",
  "ALTER TABLE client ALTER a SET DEFAULT '', ALTER b SET NOT NULL",
])("finds a statement that can break processes of the previous version: %s", (statement) => {
  expect(contractingStatements(`-- a comment\n${statement};\n`)).toHaveLength(1)
  expect(isAdditive(statement)).toBe(false)
})

it.each([
  'CREATE TABLE "client" ("name" text NOT NULL)',
  "CREATE TABLE IF NOT EXISTS a (); ALTER TABLE a ADD COLUMN b text NOT NULL",
  "ALTER TABLE client ADD COLUMN title text",
  "ALTER TABLE client ADD COLUMN title text NOT NULL DEFAULT ''",
  "ALTER TABLE client ALTER COLUMN name DROP NOT NULL",
  "ALTER TABLE client DROP CONSTRAINT client_name_key",
  "ALTER TABLE client ADD CONSTRAINT named CHECK (name IS NOT NULL) NOT VALID",
  "DROP INDEX client_name_idx",
  "ALTER TABLE client ADD COLUMN type text",
  "ALTER TABLE client ADD COLUMN a text[] NOT NULL DEFAULT ARRAY['a', 'b'], ADD COLUMN b numeric(10, 2) NOT NULL DEFAULT 0",
  "ALTER TABLE client ALTER COLUMN type DROP DEFAULT, ADD COLUMN kind text",
  "CREATE TABLE a (); ALTER TABLE IF EXISTS ONLY a ADD COLUMN b text NOT NULL",
  "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DROP TABLE x; $$",
  "-- DROP TABLE client",
  "COMMENT ON TABLE client IS 'drop table client; rename'",
  "REVOKE ALL ON FUNCTION f() FROM PUBLIC",
  'CREATE TABLE "fresh" ("a" text); REVOKE UPDATE ON "fresh" FROM signalbox_app; ALTER TABLE "fresh" ALTER "a" SET NOT NULL',
])("accepts a statement that processes of the previous version can work with: %s", (statement) => {
  expect(isAdditive(statement)).toBe(true)
})

it("a migration with a contract mark counts as contracting even if its statements only add", () => {
  expect(isAdditive("-- contract: unused since 0.3\nSELECT 1")).toBe(false)
  expect(isMarkedContracting("-- contract:\nSELECT 1")).toBe(false)
})
