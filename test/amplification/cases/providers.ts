import { browserOf, OWN_PAGE } from '../../support/browser'
import { newGroup } from '../../support/groups'
import { succeeded } from '../../support/person'
import type { Case, Cases } from '../case'
import type { World } from '../world'

const PATH = '/parley/providers'
const SECRET = { client_id: 'c', client_secret: 's' }

/** An owner in a browser, because changes of providers need a session. */
async function fromOwner({ cast }: World) {
  const browser = await browserOf(cast.ada)
  const headers = { ...OWN_PAGE, cookie: browser.cookie ?? '' }
  return { browser, request: { sender: 'no account', isFromPage: true, headers } as const }
}

/** A request about a provider that exists. */
const ofExisting =
  (key: string, fields = {}, kind = 'github'): Case =>
  async (world) => {
    const { browser, request } = await fromOwner(world)
    succeeded(
      await browser.post(PATH, {
        provider: key,
        kind,
        issuer: kind === 'oidc' ? 'https://idp.example.com' : undefined,
        ...SECRET,
      }),
    )
    return { ...request, fields: { provider: key, ...fields } }
  }

const corp = { kind: 'oidc', issuer: 'https://idp.example.com', trusted_domains: Array(50).fill('x'.repeat(255)) }
const texts = { display_name: 'x'.repeat(60), client_id: 'x'.repeat(500), team_id: '', key_id: '' }

export const providerCases: Cases = {
  'GET /parley/providers': () => ({}),
  'POST /parley/providers': async (world) => ({
    ...(await fromOwner(world)).request,
    fields: { provider: 'largest', ...corp, ...texts },
  }),
  'PATCH /parley/providers/:provider': ofExisting('changed', { ...corp, ...texts, issuer: undefined }),
  'DELETE /parley/providers/:provider': ofExisting('deleted'),
  'GET /parley/providers/:provider/groups': ofExisting('groups', {}, 'oidc'),
  'PUT /parley/providers/:provider/groups': async (world, maximumOf) => {
    const group_id = await newGroup(world.cast.ada, 'followers')
    const groups = Array.from({ length: 200 }, (_, n) => ({ value: `${n}`.padEnd(255, 'x'), group_id }))
    return ofExisting('followed', { claim: 'groups', scope: 'x'.repeat(200), groups }, 'oidc')(world, maximumOf)
  },
  // With a provider that exists, the server would call it.
  'POST /parley/providers/:provider/test': () => ({ fields: { provider: 'none' }, expected: 404 }),
}
