/** Each day: downloads the exchange rates of the European Central Bank, if EXCHANGE_RATES_URL is set. */
import { downloadRates, ratesUrl, storeRates } from "@/domain/data-sources/exchange-rates"
import { parseRates } from "@/domain/data-sources/parse-rates"
import { inngest } from "./client"

export const updateExchangeRates = inngest.createFunction(
  // The bank publishes at about 16:00 in Frankfurt. The next day also fills the days that failed.
  { id: "update-exchange-rates", triggers: [{ cron: "23 17 * * *" }], concurrency: 1, retries: 5 },
  async ({ step }) => {
    if (ratesUrl() === undefined) return { rates_read: 0 }
    return step.run("download and store", async () => storeRates(parseRates(await downloadRates(ratesUrl()))))
  },
)
