/** Hook for the rows of a list: they show a new value while the server changes it. */
"use client"

import { useEffect, useRef, useState } from "react"

/** The expected values of the rows of `list`, by their ids. */
export type Expected<Value> = { list: readonly unknown[]; values: ReadonlyMap<string, Value> }

/** Several rows can change at the same time. The values of an older list are dropped. */
export function withValue<Value>(
  before: Expected<Value> | undefined,
  list: readonly unknown[],
  ids: string[],
  value: Value,
): Expected<Value> {
  const kept = before?.list === list ? before.values : []
  return { list, values: new Map([...kept, ...ids.map((id) => [id, value] as const)]) }
}

export function withoutValues<Value>(before: Expected<Value> | undefined, ids: string[]): Expected<Value> | undefined {
  return before && { ...before, values: new Map([...before.values].filter(([id]) => !ids.includes(id))) }
}

/** The next `list` from the server replaces the expected values. Rows are named by an id. */
export function useExpectedValues<Value>(list: readonly unknown[]) {
  const [expected, setExpected] = useState<Expected<Value>>()
  const values = expected?.list === list ? expected.values : undefined
  // A message that offers to undo a change calls `expect` after a newer list was rendered.
  const latestList = useRef(list)
  useEffect(() => {
    latestList.current = list
  }, [list])
  return {
    /** Undefined for a row that shows the value of the list. */
    expectedOf: (id: string) => values?.get(id),
    expect: (ids: string[], value: Value) => setExpected((before) => withValue(before, latestList.current, ids, value)),
    /** After a rejected change, these rows show the values of the list again. */
    forget: (ids: string[]) => setExpected((before) => withoutValues(before, ids)),
  }
}
