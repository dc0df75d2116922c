/** What the engine test suite needs from an engine, embedded or remote. */
import type { Inngest, InngestFunction } from "inngest"

export type EngineUnderTest = {
  client: Inngest
  /** Registers the functions and runs them. Returns a function that closes the engine. */
  open(functions: InngestFunction.Any[]): Promise<() => Promise<void>>
}
