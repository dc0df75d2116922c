/** The errors that Google's APIs share. */
import type { FakeResponse } from "./world"

export const googleRefusal: FakeResponse = {
  status: 401,
  json: { error: { code: 401, status: "UNAUTHENTICATED", message: "Request had invalid authentication credentials." } },
}

export const googleQuota: FakeResponse = {
  status: 403,
  json: {
    error: {
      code: 403,
      status: "RESOURCE_EXHAUSTED",
      message: "Quota exceeded.",
      errors: [{ reason: "rateLimitExceeded" }],
      details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "120s" }],
    },
  },
}
