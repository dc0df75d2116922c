/**
 * Completes a page that React streamed, for code that reads its HTML without running its scripts. React first sends
 * what a `Suspense` shows while it loads. It sends the content later in a hidden element, with a script that moves it.
 */

/** `$RC` and `$RR` replace the fallback of a boundary: target, content. `$RS` fills a placeholder: content, target. */
const movePattern = /\$R([CRS])\("([^"]+)","([^"]+)"/g

/** Makes the moves of these scripts. It changes nothing in a page without them. */
export function settleStreamedHtml(page: Document) {
  for (const script of page.querySelectorAll("script"))
    for (const [, kind, first = "", second = ""] of (script.textContent ?? "").matchAll(movePattern)) {
      const isPlaceholder = kind === "S"
      const target = page.getElementById(isPlaceholder ? second : first)
      const content = page.getElementById(isPlaceholder ? first : second)
      if (!target || !content) continue
      if (!isPlaceholder) removeFallback(target)
      target.replaceWith(...content.childNodes)
      content.remove()
    }
}

/** Removes the siblings after the template up to the comment `/$` that ends its boundary. Boundaries can be nested. */
function removeFallback(template: Element) {
  let depth = 0
  for (let node = template.nextSibling; node; node = template.nextSibling) {
    const comment = node.nodeType === Node.COMMENT_NODE ? (node.nodeValue ?? "") : ""
    if (comment === "/$" && depth === 0) return
    if (comment === "/$") depth -= 1
    if (/^\$[?!~]?$/.test(comment)) depth += 1
    node.remove()
  }
}
