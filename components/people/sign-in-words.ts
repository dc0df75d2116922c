/** Error messages of the sign-in page by the error code in the URL. */
const words: Record<string, string> = {
  sign_in_failed:
    "Wrong email or password. After ten wrong passwords we refuse every password for a while, even the right one. Wait up to an hour, or sign in another way.",
  rate_limited: "Too many attempts from your network. Try again in 15 minutes.",
  unavailable: "The database cannot be reached. Try again in a few seconds.",
  email_unverified: "The provider has not verified your e-mail address. Verify it there, or sign in another way.",
  sign_up_closed:
    "There is no account for this address, and you need an invitation to create one. If you were invited under another address, use that one. Otherwise ask an admin of your team for a link.",
  address_unconfirmed:
    "The account was not connected. Confirm your own e-mail address first, or connect an account that has the same address.",
  OAuthAccountNotLinked:
    "That account belongs to another person here. Sign in the way you did before, and connect it under Account.",
  OAuthCallback: "The provider did not confirm who you are. Nothing was changed; try again.",
  OAuthSignin: "The provider cannot be reached. Try again, or sign in another way.",
  Verification: "This link was used already, or has expired. Ask for a new one.",
  EmailSignin: "The email could not be sent. Check the address, or try again in 15 minutes.",
  AccessDenied: "You cannot be signed in this way.",
}

export const inWords = (code: string) => words[code] ?? "Signing in failed. Nothing was changed; try again."
