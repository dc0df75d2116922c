/**
 * Finds where the focus goes when the element that has it is removed: the button of a deleted row, a button that
 * another one replaces, or a button that moves to another part of the page.
 */

/** An element on the way up from the place, with its parent and the siblings before it. */
type Step = { element: Element; parent: Element; before: Element[] }

export type Place = {
  element: HTMLElement
  /** Finds the element, or the closest one if it was removed. */
  findNear: () => HTMLElement | null
}

/** Remembers the place of an element. For an item of a menu, it is the place of the menu's button. */
export function placeOf(focused: HTMLElement): Place {
  const element = menuButtonOf(focused) ?? focused
  const steps = stepsFrom(element)
  const name = nameOf(element)
  return {
    element,
    findNear: () =>
      element.isConnected ? element : (findNamesake(element, name) ?? findInMovedParent(steps) ?? findBeside(steps)),
  }
}

function menuButtonOf(item: HTMLElement) {
  const buttonId = item.closest("[role=menu]")?.getAttribute("aria-labelledby")
  return buttonId ? document.getElementById(buttonId) : null
}

/** The focus stays within the same one of these. */
const boundary = "main, nav, [role=dialog], body"

function stepsFrom(start: Element): Step[] {
  const steps: Step[] = []
  for (let element = start; !element.matches(boundary) && element.parentElement; element = element.parentElement) {
    const siblings = [...element.parentElement.children]
    steps.push({ element, parent: element.parentElement, before: siblings.slice(0, siblings.indexOf(element)) })
  }
  return steps
}

/** The only element with the same name. For example, "New goal" moves to the page's head after the first goal. */
function findNamesake(element: Element, name: string) {
  if (name === "") return
  const namesakes = focusableIn(document.body).filter(
    (other) => other.tagName === element.tagName && nameOf(other) === name,
  )
  return namesakes.length === 1 ? namesakes[0] : undefined
}

const nameOf = (element: Element) => element.getAttribute("aria-label") ?? element.textContent?.trim() ?? ""

/** The first element in a parent that is now elsewhere on the page. A list item has an id if it can move. */
function findInMovedParent(steps: Step[]) {
  const ids = steps.filter(({ element }) => !element.isConnected && element.id !== "").map(({ element }) => element.id)
  return ids.flatMap((id) => focusableIn(document.getElementById(id)))[0]
}

/** The next element after the place, or else one before it, within the smallest parent that has one. */
function findBeside(steps: Step[]): HTMLElement | null {
  for (const { element, parent, before } of steps) {
    if (!parent.isConnected || parent === document.body) continue
    const children = [...parent.children]
    const lastRemaining =
      element.parentElement === parent ? element : before.findLast((other) => other.parentElement === parent)
    const index = lastRemaining ? children.indexOf(lastRemaining) + 1 : 0
    const byDistance = [...children.slice(index), ...children.slice(0, index).reverse()]
    const [closest] = byDistance.flatMap((child) => focusableIn(child))
    if (closest) return closest
  }
  return null
}

const focusable =
  "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]:not([tabindex='-1'])"

/** The element itself, if it can have the focus, and those inside it. */
function focusableIn(element: Element | null): HTMLElement[] {
  if (!element) return []
  return [element, ...element.querySelectorAll(focusable)].filter(
    (candidate): candidate is HTMLElement =>
      candidate instanceof HTMLElement && candidate.matches(focusable) && isVisible(candidate),
  )
}

const isVisible = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true })
