import { FakeProvider } from './identity-provider'
import type { Json } from './person'

type Address = { email: string; primary: boolean; verified: boolean }

/**
 * GitHub as its documentation describes it: OAuth without OpenID Connect. It has no discovery, sends no ID token and no issuer,
 * answers in a form unless the client asks for JSON, refuses requests without a User-Agent, and states addresses apart.
 */
export class FakeGithub {
  user: Json = { id: 4711, login: 'zoe-z', name: 'Zoe Zimmer' }
  addresses: Address[] = []
  #challenge = ''

  private constructor(readonly provider: FakeProvider) {}

  static async start(): Promise<FakeGithub> {
    const provider = await FakeProvider.at('https://github.com')
    const github = new FakeGithub(provider)
    provider.answers = {
      '/login/oauth/access_token': (request) => github.#token(request),
      'https://api.github.com/user': (request) => github.#answer(request, github.user),
      'https://api.github.com/user/emails': (request) => github.#answer(request, github.addresses),
    }
    return github
  }

  readonly configuration = {
    key: 'github',
    kind: 'github',
    client_id: 'parley',
    client_secret: 's',
    trusted_domains: ['*'],
  }

  /** Returns the address to which GitHub sends the browser back, after the user agreed. */
  sendsBack(at: URL): string {
    const { redirect_uri, state, code_challenge = '' } = Object.fromEntries(at.searchParams)
    this.#challenge = code_challenge
    return `${redirect_uri}?${new URLSearchParams({ code: 'the code', state: state! }).toString()}`
  }

  async #token(request: Request): Promise<Response> {
    const body = new URLSearchParams(await request.text())
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body.get('code_verifier') ?? ''))
    const challenge = new Uint8Array(digest).toBase64({ alphabet: 'base64url', omitPadding: true })
    const isRight =
      body.get('client_secret') === 's' && body.get('code') === 'the code' && challenge === this.#challenge
    const answer: Record<string, string> = isRight
      ? { access_token: 'gho_1', token_type: 'bearer', scope: 'read:user,user:email' }
      : { error: 'bad_verification_code' }
    const wantsJson = request.headers.get('accept')?.includes('application/json')
    return wantsJson ? Response.json(answer) : new Response(new URLSearchParams(answer))
  }

  #answer(request: Request, json: object): Response {
    if (request.headers.get('user-agent') === null) return new Response('Administrative rules', { status: 403 })
    const isKnown = request.headers.get('authorization') === 'Bearer gho_1'
    return isKnown ? Response.json(json) : new Response('{}', { status: 401 })
  }
}
