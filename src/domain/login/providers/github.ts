import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'
import { fetchOutside, type Outside } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import { identityOf } from './claims-rules'
import type { Identity } from './provider'

/** GitHub has OAuth without OpenID Connect: no discovery, no token about the user, no nonce. */
export const GITHUB = {
  issuer: 'https://github.com',
  authorization_endpoint: 'https://github.com/login/oauth/authorize',
  token_endpoint: 'https://github.com/login/oauth/access_token',
}

const API = 'https://api.github.com'

const userShape = v.object({ id: v.number(), login: v.string(), name: v.nullish(v.string()) })
const emailsShape = v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }))

/**
 * Returns who an access token of GitHub belongs to. The subject is the number of the account, because users rename themselves.
 * The address is the primary one, if GitHub confirmed it.
 */
export async function identityAtGithub(policy: Outside, access_token: string): Promise<Identity | undefined> {
  const [user, emails] = await Promise.all([
    ask(policy, access_token, '/user'),
    ask(policy, access_token, '/user/emails'),
  ])
  const account = v.safeParse(userShape, user)
  if (!account.success) return undefined
  const addresses = v.safeParse(emailsShape, emails)
  const primary = addresses.success ? addresses.output.find((address) => address.primary) : undefined
  const { id, login, name } = account.output
  return identityOf(
    { kind: 'github' },
    {
      iss: GITHUB.issuer,
      sub: String(id),
      name: name || login,
      // An address that only hides another one receives no emails.
      ...(primary && !primary.email.endsWith('@users.noreply.github.com')
        ? { email: primary.email, email_verified: primary.verified }
        : {}),
    },
  )
}

async function ask(policy: Outside, access_token: string, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${access_token}`, accept: 'application/vnd.github+json' }
  const result = await fetchOutside(policy, purposes.sign_in, { url: `${API}${path}`, headers })
  if ('failure' in result || !result.response.ok) return undefined
  return parseJson(await result.response.text())
}
