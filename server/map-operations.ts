/** The table of operations, with something else in the place of each: what every typed channel is made of. */
import "server-only"
import { operations } from "@/domain/index"
import type { AnyOperation } from "@/domain/operation"

/** `Made` is the mapped type that says what `make` makes of each operation; a loop cannot tell the compiler. */
export const mapOperations = <Made>(make: (operation: AnyOperation) => unknown): Made =>
  Object.fromEntries(
    Object.entries(operations).map(([resource, verbs]) => [
      resource,
      Object.fromEntries(Object.entries(verbs).map(([verb, operation]) => [verb, make(operation)])),
    ]),
  ) as Made
