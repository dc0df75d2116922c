/** The contents of the secret dialog for a new signing secret, with receiver snippets. */
import type { SecretStepContent } from "@/components/forms/secret-dialog"
import { ReceiverSnippets } from "./receiver-snippets"

type Created = { title: string; secret: string; url: string; path: string }

export const signingSecretStep = ({ title, secret, url, path }: Created): SecretStepContent => ({
  title,
  lead: (
    <>
      <strong>You can see this secret only now.</strong> Your receiver uses it to verify that requests come from
      Signalbox unchanged. Store it with your other secrets. If you lose it, rotate it to get a new one.
    </>
  ),
  label: "Signing secret",
  secret,
  nextSteps: <ReceiverSnippets secret={secret} url={url} />,
  doneLabel: "Done",
  path,
})
