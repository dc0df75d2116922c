/**
 * The sign-in methods: a password, a link by email if a mail server is configured, and Google and GitHub if their
 * client id and secret are set.
 */
import "server-only"
import type { Profile } from "next-auth"
import credentials from "next-auth/providers/credentials"
import github, { type GithubProfile } from "next-auth/providers/github"
import google from "next-auth/providers/google"
import type { OAuthConfig, Provider } from "next-auth/providers/index"
import { asProblem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { canSendMail } from "@/domain/kernel/mail"
import { withoutTrailing } from "@/domain/kernel/text"
import { signIn } from "@/domain/people/sign-in"
import { logInternalError } from "../log-internal-error"
import type { AuthCall } from "./adapter"
import { emailProvider } from "./email-provider"

/**
 * `allowDangerousEmailAccountLinking` connects a provider's account to the person with the same address. This is safe
 * here, because options.ts refuses addresses that the provider has not verified.
 */
export const providers = (call: AuthCall): Provider[] => [
  passwordProvider(call),
  ...(canSendMail() ? [emailProvider()] : []),
  ...(isConfigured("GOOGLE")
    ? [google({ ...clientCredentials("GOOGLE"), allowDangerousEmailAccountLinking: true })]
    : []),
  ...(isConfigured("GITHUB") ? [githubProvider()] : []),
]

/** The methods that the sign-in page offers besides the password. */
export const availableSignInMethods = () => ({
  email: canSendMail(),
  google: isConfigured("GOOGLE"),
  github: isConfigured("GITHUB"),
})

type Vendor = "GOOGLE" | "GITHUB"
const isConfigured = (vendor: Vendor) => Boolean(process.env[`${vendor}_ID`] && process.env[`${vendor}_SECRET`])
const clientCredentials = (vendor: Vendor) => ({
  clientId: process.env[`${vendor}_ID`] ?? "",
  clientSecret: process.env[`${vendor}_SECRET`] ?? "",
})

const passwordProvider = ({ origin, devices }: AuthCall) =>
  credentials({
    credentials: { email: {}, password: {} },
    async authorize(credentials) {
      const ctx = { origin, requestId: newId("request"), now: () => new Date() }
      try {
        return await signIn(ctx, { email: credentials?.email ?? "", password: credentials?.password ?? "", devices })
      } catch (error) {
        const problem = asProblem(error)
        logInternalError(problem, {}, "sign-in failed")
        // next-auth puts the message into the address of the error page, which looks up the code.
        throw new Error(problem.code)
      }
    },
  })

/**
 * GITHUB_URL is the address of a GitHub Enterprise Server. We use the verified primary email address, never the one in
 * the profile.
 */
function githubProvider(): OAuthConfig<GithubProfile> {
  const webUrl = withoutTrailing(process.env.GITHUB_URL || "https://github.com", "/")
  const apiUrl = process.env.GITHUB_URL ? `${webUrl}/api/v3` : "https://api.github.com"
  return {
    ...github(clientCredentials("GITHUB")),
    issuer: `${webUrl}/login/oauth`,
    authorization: { url: `${webUrl}/login/oauth/authorize`, params: { scope: "read:user user:email" } },
    token: `${webUrl}/login/oauth/access_token`,
    userinfo: { request: ({ tokens }) => githubProfile(apiUrl, tokens.access_token ?? "") },
    checks: ["state"],
    allowDangerousEmailAccountLinking: true,
  }
}

type GithubEmail = { email: string; primary: boolean; verified: boolean }

async function githubProfile(apiUrl: string, token: string): Promise<Profile> {
  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${apiUrl}${path}`, {
      headers: { Authorization: `Bearer ${token}`, Accept: "application/vnd.github+json", "User-Agent": "Signalbox" },
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`GitHub responded with ${response.status} for ${path}`)
    return response.json() as Promise<T>
  }
  const [profile, emails] = await Promise.all([get<GithubProfile>("/user"), get<GithubEmail[]>("/user/emails")])
  const email = emails.find(({ primary, verified }) => primary && verified)?.email ?? null
  return { ...profile, name: profile.name ?? profile.login, email: email ?? undefined, email_verified: email !== null }
}
