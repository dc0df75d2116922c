/** Error messages of the sign-in page by the error code in the URL. */
const messages: Record<string, string> = {
  sign_in_failed:
    "Wrong email or password. After 10 wrong passwords we refuse every password for up to 15 minutes, and after 30 for up to 1 hour, even the right one. Wait, or sign in another way.",
  rate_limited: "Too many attempts from your network. Try again in 15 minutes.",
  unavailable: "Sign-in is unavailable right now. Try again in a few seconds.",
  email_unverified: "The provider has not verified your email address. Verify it there, or sign in another way.",
  sign_up_closed:
    "No account has this address, and you need an invitation to create one. If you were invited with another address, use that one. Otherwise ask an admin of your team for a link.",
  sign_in_again:
    "Sign in again, in a way that already works for your account. You can connect an account only within 15 minutes after you signed in. This protects your account if someone else uses your browser.",
  address_unconfirmed:
    "The account was not connected. Confirm your email address first, or connect an account with the same address.",
  OAuthAccountNotLinked:
    "That account is connected to another user. Sign in the way you did before, then connect it under Account.",
  OAuthCallback: "The provider did not confirm who you are. Try again, or sign in another way.",
  OAuthSignin: "We could not reach the provider. Try again, or sign in another way.",
  Verification: "This link was already used, or it has expired. Request a new one.",
  EmailSignin: "We could not send the email. Check the address, or try again in 15 minutes.",
  AccessDenied: "You cannot sign in this way. Try another way.",
}

export const signInErrorText = (code: string) => messages[code] ?? "Sign-in failed. Try again."
