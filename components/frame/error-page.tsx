/**
 * Error page for a page that could not be loaded: what is known about the error, a button to try again, and the request
 * id. Every page downloads it, so it has plain buttons.
 */
"use client"

import { buttonClass } from "@/components/ui/button-class"
import { NarrowPage } from "./narrow-page"

export type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void }

export function ErrorPage({ error, retry }: ErrorPageProps) {
  // The server sends "<request id> <error code>". Next makes up a number for errors outside operations.
  const [reference, code = ""] = error.digest?.split(" ") ?? []
  const { title, lead } = reference ? (textByCode[code] ?? unknownError) : browserError
  return (
    <NarrowPage title={title} lead={lead}>
      <button type="button" className={buttonClass({ kind: "primary" })} onClick={retry}>
        Try again
      </button>
      {reference && (
        <p className="mt-4 text-quiet text-small">
          {reference.startsWith("req_") ? "Request" : "Error reference"} <code className="select-all">{reference}</code>
        </p>
      )}
    </NarrowPage>
  )
}

type Text = { title: string; lead: string }

const browserError: Text = {
  title: "This page stopped working",
  lead: "The error happened in your browser. Your stored data is not affected, but text that you have not saved may be lost. Try again.",
}

const unknownError: Text = {
  title: "This page could not be loaded",
  lead: "An error occurred on our side. Loading a page changes no data. Try again. If it fails again, send the reference below to the operator of this installation.",
}

const textByCode: Record<string, Text> = {
  unavailable: {
    title: "Signalbox is not available",
    lead: "The database of this service does not respond, so this page could not be loaded. Loading a page changes no data. Try again in a few seconds.",
  },
  timeout: {
    title: "This page took too long to load",
    lead: "A query exceeded its time limit. Loading a page changes no data. Try again, or choose a shorter period.",
  },
  rate_limited: {
    title: "Too many requests",
    lead: "This page could not be loaded, because too many requests arrived from your account or network. Wait a minute, then try again.",
  },
}
