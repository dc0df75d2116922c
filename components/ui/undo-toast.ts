/** Shows a message about a change that can be undone. */
import { showToast } from "./toaster"

/** Longer than other messages, because a user decides in this time. */
const undoMs = 8_000

export const showUndoToast = (text: string, undo: () => void) =>
  showToast(text, { action: { label: "Undo", onClick: undo }, durationMs: undoMs })
