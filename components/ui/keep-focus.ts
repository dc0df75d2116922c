/**
 * Moves the focus to the closest element when the element that has it is removed, such as the button of a deleted row.
 * Browsers would move it to the start of the page, where screen readers then read on. A field that is disabled while a
 * change is saved gets the focus back afterwards. F8 moves the focus to the newest message that has a button, because
 * the way with Tab is too long.
 *
 * Loading this file starts it. The code of menus and dialogs imports it, and that code loads when the pointer or the
 * focus reaches one of their buttons. The navigation has such a button, so Tab loads it on every page.
 */
import { type Place, placeOf } from "./focus-place"

/** Dialogs and menus return the focus themselves when they close. Within this time they have done it. */
const waitMs = 100

/** The element of components/ui/toaster.tsx. */
const messages = 'section[aria-label="Notifications (F8)"]'
/** An open menu closes when an element outside it gets the focus. */
const layers = "[role=menu], [role=dialog]"

type Focused = {
  element: HTMLElement
  /** Where the focus goes if the element is removed. */
  target: Place | null
  hasRing: boolean
  path: string
}

let focused: Focused | null = null
/** The last place outside the messages. From a message, the focus returns to it. */
let placeInPage: Place | null = null

remember(document.activeElement)
document.addEventListener("focusin", ({ target }) => remember(target))
document.addEventListener("focusout", forget)
document.addEventListener("keydown", focusMessage)
new MutationObserver(restoreIfLost).observe(document.body, {
  subtree: true,
  childList: true,
  attributeFilter: ["disabled"],
})

function remember(element: EventTarget | null) {
  if (!(element instanceof HTMLElement) || element === document.body) return
  const place = placeOf(element)
  const isInMessage = element.closest(messages) !== null
  if (!isInMessage) placeInPage = place
  const target = isInMessage ? placeInPage : place
  focused = { element, target, hasRing: element.matches(":focus-visible"), path: location.pathname }
}

function forget() {
  const previous = focused
  // After the current change of the page. Browsers also report an element that is removed or disabled.
  queueMicrotask(() => {
    if (previous && focused === previous && previous.element.isConnected && !isDisabled(previous)) focused = null
  })
}

function restoreIfLost() {
  if (!focused || !isNowhere() || isDisabled(focused)) return
  const lost = focused
  focused = null
  setTimeout(() => restore(lost), waitMs)
}

function restore({ target, hasRing, path }: Focused) {
  // A new page has another place to start.
  if (!isNowhere() || location.pathname !== path) return
  const near = target?.findNear()
  const layer = [...document.querySelectorAll(layers)].at(-1)
  if (!near || (layer && !layer.contains(near))) return
  // The page does not scroll for users of a pointer.
  near.focus({ preventScroll: !hasRing })
}

function focusMessage({ key }: KeyboardEvent) {
  if (key === "F8") [...document.querySelectorAll<HTMLElement>(`${messages} button`)].at(-1)?.focus()
}

function isDisabled({ element }: Focused) {
  return element.isConnected && element.matches(":disabled")
}

/** True if no element has the focus. */
function isNowhere() {
  return document.activeElement === null || document.activeElement === document.body
}
