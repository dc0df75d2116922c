/**
 * The error responses of OAuth 2.1, with the codes of its RFCs. Their descriptions go to the app, or to an error page
 * that the user sees. They never repeat free text of the request.
 */

const statuses = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_target: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  unauthorized_client: 400,
  access_denied: 403,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
} as const

export type OauthErrorCode = keyof typeof statuses

export class OauthError extends Error {
  override name = "OauthError"
  readonly status: number

  constructor(
    readonly code: OauthErrorCode,
    description: string,
  ) {
    super(description)
    this.status = statuses[code]
  }
}
