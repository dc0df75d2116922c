/** Text without spaces, such as an ID. Lines break after "/", "-", "." or ":", and not inside of a word. */
import { Fragment } from "react"

export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[/.:-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key, and never change
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
