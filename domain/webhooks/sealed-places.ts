/** What each sealed thing is bound to in the vault: sealed bytes that are moved to another row do not open. */

export const secretPlace = (endpointId: string, version: number) => `${endpointId}:${version}`

export const headersPlace = (endpointId: string) => `${endpointId}:headers`

export const signingKeyPlace = (teamId: string, keyId: string) => `${teamId}:${keyId}`
