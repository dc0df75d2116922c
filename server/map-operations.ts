/**
 * Converts each operation of the table of operations. The tRPC router and the caller of the pages are built with it.
 */
import "server-only"
import { operations } from "@/domain/index"
import type { AnyOperation } from "@/domain/kernel/operation"

/** `Mapped` is the mapped type of the result. The compiler cannot infer it from the loop. */
export const mapOperations = <Mapped>(convert: (operation: AnyOperation) => unknown): Mapped =>
  Object.fromEntries(
    Object.entries(operations).map(([resource, verbs]) => [
      resource,
      Object.fromEntries(Object.entries(verbs).map(([verb, operation]) => [verb, convert(operation)])),
    ]),
  ) as Mapped
