/** A box with a secret that is shown once. */
import { CopyButton } from "./copy-button"

export function SecretBox({ label, secret }: { label: string; secret: string }) {
  return (
    <fieldset aria-label={label} className="rounded-box border-2 border-accent bg-accent-wash p-3">
      <code className="block select-all break-all text-body">{secret}</code>
      <div className="mt-3">
        <CopyButton text={secret} kind="primary" />
      </div>
    </fieldset>
  )
}
