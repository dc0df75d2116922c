/**
 * Rehype plugin that wraps code blocks that follow each other, such as the same request in three languages, in one
 * element. The page shows it as tabs.
 */
import type { Element, Root, RootContent } from "hast"

/** The tag name of the element that wraps a group. */
export const codeGroup = "code-group"

export const groupCode = () => (tree: Root) => {
  const grouped: RootContent[] = []
  let group: Element[] = []
  function endGroup() {
    const [first, ...others] = group
    if (first && others.length === 0) grouped.push(first)
    else if (first) grouped.push({ type: "element", tagName: codeGroup, properties: {}, children: group })
    group = []
  }
  for (const node of tree.children) {
    const isSpaceInGroup = group.length > 0 && isSpace(node)
    if (isCode(node)) group.push(node)
    else if (!isSpaceInGroup) {
      endGroup()
      grouped.push(node)
    }
  }
  endGroup()
  tree.children = grouped
}

const isCode = (node: RootContent): node is Element => node.type === "element" && node.tagName === "pre"

const isSpace = (node: RootContent) => node.type === "text" && node.value.trim() === ""
