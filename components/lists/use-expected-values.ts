/** Hook for the rows of a list: they show a new value while the server changes it. */
"use client"

import { useState } from "react"

/** The next `list` from the server replaces the expected values. Rows are named by an id. */
export function useExpectedValues<Value>(list: readonly unknown[]) {
  const [expected, setExpected] = useState<{ list: readonly unknown[]; values: ReadonlyMap<string, Value> }>()
  const values = expected?.list === list ? expected.values : undefined
  return {
    /** Undefined for a row that shows the value of the list. */
    expectedOf: (id: string) => values?.get(id),
    expect: (ids: string[], value: Value) => setExpected({ list, values: new Map(ids.map((id) => [id, value])) }),
    /** After a rejected change, the rows show the values of the list again. */
    forget: () => setExpected(undefined),
  }
}
