import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { browserOf } from '../support/browser'
import { advanceClock } from '../support/clock'
import { groupOfUsers, newGroup } from '../support/groups'
import { FakeProvider } from '../support/identity-provider'
import { formOf, succeeded, type Json, type Person } from '../support/person'
import { realmWithProviders, Visitor } from '../support/provider-login'
import { newChannel } from '../support/realm'
import { replays } from '../support/replays'
import { executeSql } from '../support/tables'

const PATH = '/parley/providers/idp/groups'
const MEMBERS_OF_ADMINISTRATORS = 'PARLEY_GROUPS_GIVE_RIGHTS'

/** A realm whose deployment has a provider, two groups of the owner, and dov, who logs in at the provider. */
async function withProvider(more: Json = {}) {
  const provider = await FakeProvider.at()
  const cast = await realmWithProviders([provider.configuration({ trusted_domains: ['*'], ...more })])
  const { ada, dov, realm } = cast
  const [engineering, sales] = [await newGroup(ada, 'engineering'), await newGroup(ada, 'sales')]
  await executeSql(realm, 'INSERT INTO proven_addresses (user_id, email_key) VALUES (?, ?)', dov.id, dov.email)
  const browser = await browserOf(ada)
  const says = async (claims: Json): Promise<URL> => {
    const visitor = new Visitor(realm.url)
    const at = await visitor.begins()
    const who = { sub: 'dov', email: dov.email, email_verified: true, nonce: at.searchParams.get('nonce') }
    provider.claims = { ...who, ...claims }
    expect((await visitor.returns(at)).status).toBe(302)
    return at
  }
  const map = {
    claim: 'groups',
    groups: [
      { value: 'eng', group_id: engineering },
      { value: 'everyone in sales', group_id: sales },
    ],
  }
  return { ...cast, provider, engineering, sales, browser, says, map }
}

const membersOf = async (person: Person, group_id: number): Promise<number[]> =>
  succeeded(await person.get(`/user_groups/${group_id}/members`)).members

const entriesOf = async (person: Person, kind: string): Promise<Json[]> =>
  succeeded(await person.get(`/parley/audit_log?kind=${kind}`)).entries

describe('PUT /parley/providers/:provider/groups', () => {
  test('lets memberships of these groups follow the claim at each login, and of no others', async () => {
    const { ada, dov, browser, engineering, sales, says, map } = await withProvider()
    const own = await newGroup(ada, 'chess', [dov])
    const byHand = await newGroup(ada, 'readers', [dov])
    expect(await browser.put(PATH, map)).toEqual(SUCCESS)
    succeeded(await ada.post(`/user_groups/${sales}/members`, { add: [dov.id] }))

    await says({ groups: ['eng', 'unknown', 7, { eng: true }] })
    expect(await membersOf(ada, engineering)).toContain(dov.id)
    expect(await membersOf(ada, sales)).not.toContain(dov.id)
    await says({ groups: 'everyone in sales' })
    expect(await membersOf(ada, engineering)).not.toContain(dov.id)
    expect(await membersOf(ada, sales)).toContain(dov.id)
    // No claim states no group.
    await says({})
    expect(await membersOf(ada, sales)).not.toContain(dov.id)
    expect(await membersOf(ada, own)).toContain(dov.id)
    expect(await membersOf(ada, byHand)).toContain(dov.id)
  })

  test('adds up with the state of clients, also with the private channels that a group sees', async () => {
    const { ada, dov, ezra, browser, engineering, says, map } = await withProvider()
    const permission = { direct_members: [], direct_subgroups: [engineering] }
    const { stream_id } = await newChannel(ada, 'plans', [ada], {
      invite_only: true,
      can_add_subscribers_group: permission,
    })
    succeeded(await browser.put(PATH, map))
    const received = await replays([dov, ezra], () => says({ groups: ['eng'] }))
    expect(received[0]).toContainEqual(
      expect.objectContaining({ type: 'user_group', op: 'add_members', user_ids: [dov.id] }),
    )
    expect(received[0]).toContainEqual(expect.objectContaining({ type: 'stream', op: 'create' }))
    expect(received[2]!.filter(({ type }) => type === 'stream')).toEqual([])
    await replays([dov, ezra], () => says({ groups: [] }))
    expect((await dov.get(`/streams/${stream_id}`)).result).toBe('error')
  })

  test('is recorded in the audit log, with each change that follows', async () => {
    const { ada, dov, browser, engineering, says, map } = await withProvider()
    succeeded(await browser.put(PATH, { ...map, groups: map.groups.slice(0, 1) }))
    await says({ groups: ['eng'] })
    await says({ groups: ['eng'] })
    const [stated] = await entriesOf(ada, 'provider_groups_changed')
    const groups = [{ value: 'eng', group_id: engineering, is_confirmed: false }]
    expect(stated!.details).toEqual({ provider: 'idp', claim: 'groups', scope: '', groups })
    const changes = await entriesOf(ada, 'group_members_changed')
    expect(changes).toMatchObject([
      { user_id: dov.id, details: { group_id: engineering, added: [dov.id], removed: [], provider: 'idp' } },
    ])
  })

  test('changes nothing if the provider did not state all groups', async () => {
    const { ada, dov, browser, engineering, says, map } = await withProvider()
    succeeded(await browser.put(PATH, map))
    await says({ groups: ['eng'] })
    for (const claims of [
      { _claim_names: { groups: 'src1' } },
      { hasgroups: true },
      { groups: { eng: {} } },
      { groups: Array(2001).fill('eng') },
    ])
      await says(claims)
    expect(await membersOf(ada, engineering)).toContain(dov.id)
    const ignored = (await entriesOf(ada, 'provider_groups_ignored')).map(({ details }) => details.reason)
    expect(ignored).toEqual(Array(4).fill('incomplete'))
  })

  test('reads the user info if the token has no such claim, and asks for the scope', async () => {
    const { ada, dov, browser, provider, engineering, says, map } = await withProvider()
    succeeded(await browser.put(PATH, { ...map, claim: 'realm_access.roles', scope: 'groups offline' }))
    provider.userInfo = { realm_access: { roles: ['eng'] } }
    const at = await says({})
    expect(at.searchParams.get('scope')).toBe('openid email profile groups offline')
    expect(await membersOf(ada, engineering)).toContain(dov.id)
  })

  test('gives a group with rights of administrators only if an owner confirmed it', async () => {
    const { ada, dov, browser, engineering, sales, says, map } = await withProvider()
    const outer = await newGroup(ada, 'outer', [], { subgroups: [engineering] })
    succeeded(await ada.patch('/realm', { can_manage_all_groups: { new: outer } }))
    const refused = await browser.put(PATH, map)
    expect(refused).toMatchObject({ code: MEMBERS_OF_ADMINISTRATORS, group_ids: [engineering] })
    // Members of the other group can join the first one.
    const setting = { direct_members: [], direct_subgroups: [sales] }
    succeeded(await ada.patch(`/user_groups/${engineering}`, { can_join_group: { new: setting } }))
    expect(await browser.put(PATH, map)).toMatchObject({ group_ids: [engineering, sales] })

    succeeded(await browser.put(PATH, { ...map, confirmed_group_ids: [engineering, sales] }))
    await says({ groups: ['eng'] })
    expect(await membersOf(ada, engineering)).toContain(dov.id)
  })

  test('withholds a group that got rights of administrators later', async () => {
    const { ada, dov, browser, engineering, sales, says, map } = await withProvider()
    succeeded(await browser.put(PATH, map))
    succeeded(await ada.patch('/realm', { can_manage_all_groups: { new: engineering } }))
    await says({ groups: ['eng', 'everyone in sales'] })
    expect(await membersOf(ada, engineering)).not.toContain(dov.id)
    expect(await membersOf(ada, sales)).toContain(dov.id)
    const [ignored] = await entriesOf(ada, 'provider_groups_ignored')
    expect(ignored).toMatchObject({ user_id: dov.id, details: { reason: 'not confirmed', group_ids: [engineering] } })
  })

  test('is refused for groups that have another source of members', async () => {
    const { ada, realm, browser, provider, engineering, sales, map } = await withProvider()
    const put = async (group_id: number, path = PATH) =>
      (await browser.put(path, { ...map, groups: [{ value: 'x', group_id }] })).msg
    const [system] = succeeded(await ada.get('/user_groups')).user_groups
    expect(await put(system.id)).toBe(`The members of ${system.name} follow from roles, and not from a provider`)
    expect(await put(999)).toBe('Invalid user group')
    await executeSql(
      realm,
      'INSERT INTO scim_groups (group_id, external_id, is_deleted, changed_at) VALUES (?, NULL, 1, 0)',
      sales,
    )
    expect(await put(sales)).toBe('The directory manages the group sales')
    const corp = { kind: 'oidc', issuer: provider.issuer, client_id: 'c', client_secret: 's' }
    succeeded(await browser.post('/parley/providers', { ...corp, provider: 'corp' }))
    expect(await put(engineering)).toBe('')
    expect(await put(engineering, '/parley/providers/corp/groups')).toBe('The group engineering follows idp already')
    // An empty list sets the group free.
    succeeded(await browser.put(PATH, { claim: 'groups', groups: [] }))
    expect(await put(engineering, '/parley/providers/corp/groups')).toBe('')
    const unused = await newGroup(ada, 'unused')
    succeeded(await ada.post(`/user_groups/${unused}/deactivate`))
    expect(await put(unused)).toBe('User group is deactivated.')
  })

  test('is refused for providers that state no groups, and for unknown ones', async () => {
    const { browser, map } = await withProvider()
    const hub = { provider: 'hub', kind: 'github', client_id: 'c', client_secret: 's' }
    succeeded(await browser.post('/parley/providers', hub))
    const refused = await browser.put('/parley/providers/hub/groups', map)
    expect(refused).toEqual(refusal('Providers of this kind state no groups'))
    const unknown = await browser.put('/parley/providers/unknown/groups', map)
    expect(unknown).toEqual(refusal('This organization has no such identity provider'))
  })

  test('needs an owner who proved a short time ago who they are', async () => {
    const { ada, ben, realm, browser, map } = await withProvider()
    expect((await (await browserOf(ben)).put(PATH, map)).msg).toBe('Must be an organization owner')
    // A stolen API key is not enough.
    const byKey = await ada.request(PATH, { method: 'PUT', body: formOf(map) })
    expect(await byKey.json()).toMatchObject({ code: 'PARLEY_CONFIRMATION_REQUIRED' })
    succeeded(await browser.put(PATH, map))
    await advanceClock(realm, 900)
    expect((await browser.put(PATH, map)).code).toBe('PARLEY_CONFIRMATION_REQUIRED')
  })

  test('does not count for another provider of the same name', async () => {
    const { ada, dov, browser, says, provider, sales, map } = await withProvider()
    const corp = { provider: 'corp', kind: 'oidc', issuer: 'https://other.example.com', client_id: 'c' }
    succeeded(await browser.post('/parley/providers', { ...corp, client_secret: 's' }))
    const path = '/parley/providers/corp/groups'
    succeeded(await browser.put(path, { ...map, groups: map.groups.slice(1) }))
    const moved = { issuer: provider.issuer, client_secret: 's' }
    succeeded(await browser.patch('/parley/providers/corp', moved))
    expect(await ada.get(path)).toEqual({ ...SUCCESS, claim: '', scope: '', groups: [] })
    succeeded(await browser.delete('/parley/providers/corp'))
    succeeded(await browser.put(PATH, { ...map, groups: map.groups.slice(0, 1) }))
    await says({ groups: ['everyone in sales'] })
    expect(await membersOf(ada, sales)).not.toContain(dov.id)
  })
})

describe('GET /parley/providers/:provider/groups', () => {
  test('returns the claim and the groups, for owners', async () => {
    const { ada, ben, browser, engineering, sales, map } = await withProvider()
    succeeded(await browser.put(PATH, { ...map, scope: 'groups', confirmed_group_ids: [sales] }))
    expect(await ada.get(PATH)).toEqual({
      ...SUCCESS,
      claim: 'groups',
      scope: 'groups',
      groups: [
        { value: 'eng', group_id: engineering, is_confirmed: false },
        { value: 'everyone in sales', group_id: sales, is_confirmed: true },
      ],
    })
    expect((await ben.get(PATH)).msg).toBe('Must be an organization owner')
  })
})

test('a user who was removed by hand from a group of the claim is a member again at the next login', async () => {
  const { ada, dov, browser, engineering, says, map } = await withProvider()
  succeeded(await browser.put(PATH, map))
  succeeded(await ada.patch(`/user_groups/${engineering}`, { can_manage_group: { new: groupOfUsers(ada) } }))
  await says({ groups: ['eng'] })
  succeeded(await ada.post(`/user_groups/${engineering}/members`, { delete: [dov.id] }))
  await says({ groups: ['eng'] })
  expect(await membersOf(ada, engineering)).toContain(dov.id)
})
