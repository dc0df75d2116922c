/** The contents of the secret dialog for a new signing secret, with receiver snippets. */
import type { Secret } from "@/components/forms/secret-dialog"
import { ReceiverSnippets } from "./receiver-snippets"

type Made = { title: string; secret: string; url: string; path: string }

export const signingSecret = ({ title, secret, url, path }: Made): Secret => ({
  title,
  lead: (
    <>
      <strong>This is the only time you see it.</strong> Your receiver verifies with it that a request is from Signalbox
      and unchanged. Keep it where your code's secrets are kept. If it is lost, rotate it for a new one.
    </>
  ),
  label: "Signing secret",
  secret,
  uses: <ReceiverSnippets secret={secret} url={url} />,
  end: "I have stored it",
  path,
})
