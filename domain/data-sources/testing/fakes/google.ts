/** The consent and the errors that Google's APIs share. */
import type { FakeResponse, Platform } from "./world"

export const googleConsent = {
  consent: { page: "/o/oauth2/v2/auth", token: "/token" },
  env: { GOOGLE_SOURCES_CLIENT_ID: "fake-client", GOOGLE_SOURCES_CLIENT_SECRET: "fake-secret" },
} satisfies Pick<Platform, "consent" | "env">

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
