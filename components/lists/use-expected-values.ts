/** Hook for the rows of a list: they show a new value while the server changes it. */
"use client"

import { useEffect, useRef, useState } from "react"

/** The expected values of rows, by the ids of the rows. `list`: the list that was shown when the change started. */
export type Expected<Value> = ReadonlyMap<string, { value: Value; list: List }>
type List = readonly unknown[]
/** The list that is shown now, and the list before it. */
type Lists = readonly [List, List | undefined]

/** Several rows can change at the same time. */
export function withValue<Value>(before: Expected<Value>, list: List, ids: string[], value: Value): Expected<Value> {
  return new Map([...before, ...ids.map((id) => [id, { value, list }] as const)])
}

export function withoutValues<Value>(before: Expected<Value>, ids: string[]): Expected<Value> {
  return new Map([...before].filter(([id]) => !ids.includes(id)))
}

/**
 * Returns the value that a row shows. `current` is its value in the list.
 *
 * The next list after the start of a change may have been requested before it, for example if the user undoes an earlier
 * change. So the row shows the expected value until the second list.
 */
export function shownValue<Value>(
  expected: Expected<Value>,
  [list, previousList]: Lists,
  { id, current }: { id: string; current: Value },
): Value {
  const change = expected.get(id)
  const isPending = change && (change.list === list || change.list === previousList)
  return isPending ? change.value : current
}

/** `list`: the rows, as the server rendered them last. Each row has an id. */
export function useExpectedValues<Value>(list: List) {
  const [expected, setExpected] = useState<Expected<Value>>(new Map())
  const [shownLists, setShownLists] = useState<Lists>([list, undefined])
  const lists: Lists = shownLists[0] === list ? shownLists : [list, shownLists[0]]
  if (lists !== shownLists) setShownLists(lists)
  // A message that offers to undo a change calls `expect` after a newer list was rendered.
  const latestList = useRef(list)
  useEffect(() => {
    latestList.current = list
  }, [list])
  return {
    /** The value that the row shows. `current` is its value in the list. */
    shownOf: (id: string, current: Value) => shownValue(expected, lists, { id, current }),
    expect: (ids: string[], value: Value) => setExpected((before) => withValue(before, latestList.current, ids, value)),
    /** After a rejected change, these rows show the values of the list again. */
    forget: (ids: string[]) => setExpected((before) => withoutValues(before, ids)),
  }
}
