/** Downloads exchange rates from the address that the operator set. */
import { ImportError } from "../imports/import-error"

/** The URL of the rates. Undefined when the operator has set none, so Signalbox downloads no rates. */
export const ratesUrl = (): string | undefined => process.env["EXCHANGE_RATES_URL"] || undefined

/** Returns the text of the file. Throws ImportError when the server does not send it. */
export async function downloadRates(url: string | undefined): Promise<string> {
  if (url === undefined)
    throw new ImportError("Pass a file of exchange rates, or set EXCHANGE_RATES_URL to download them.")
  const refuse = (error: Error) => {
    throw new ImportError(`The exchange rates cannot be downloaded from ${url}: ${reasonOf(error)}.`)
  }
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(refuse)
  if (!response.ok) {
    await response.body?.cancel()
    throw new ImportError(`The exchange rates cannot be downloaded: ${url} responded with ${response.status}.`)
  }
  return response.text().catch(refuse)
}

const timeoutMs = 60_000

const reasonOf = ({ cause, message }: Error) => (cause instanceof Error ? cause.message : message)
