/** The sign-in page that asks a signed-in person to sign in again, says why, and leads back to `goTo`. */
export const signInAgainPath = (goTo: string) =>
  `/sign-in?${new URLSearchParams({ error: "sign_in_again", callbackUrl: goTo })}`
