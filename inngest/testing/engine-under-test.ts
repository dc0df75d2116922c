/** What the suite of promises needs of an engine, embedded or not. */
import type { Inngest, InngestFunction } from "inngest"

export type EngineUnderTest = {
  client: Inngest
  /** Registers the functions and lets them run; returns how to close. */
  open(functions: InngestFunction.Any[]): Promise<() => Promise<void>>
}
