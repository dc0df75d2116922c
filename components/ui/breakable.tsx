/** A path, URL or ID that breaks at its separators, and within a word only if that word is longer than the line. */
import { Fragment } from "react"

/** Matches before a slash (but not in "https://") or a parameter, and after a comma, a hyphen or a colon. */
const separators = /(?<=[^/:])(?=[/?&])|(?<=[,-])|(?<=:)(?!\/)/

export const Breakable = ({ text }: { text: string }) => (
  <span className="wrap-anywhere">
    {text.split(separators).map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key, and never change
      <Fragment key={i}>
        {i > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
)
