import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { browserOf } from '../support/browser'
import { newGroup } from '../support/groups'
import { succeeded, type Json, type Person } from '../support/person'
import { receivedBy } from '../support/received-events'
import { freshRealm } from '../support/realm'
import { directoryOf, realmWithDirectory, scimError } from '../support/scim'
import { executeSql } from '../support/tables'

const TOKENS = '/parley/scim/tokens'
const CONFIRM = refusal('Confirm who you are first, in a browser that is logged in', 'PARLEY_CONFIRMATION_REQUIRED')

const profileOf = async (person: Person, id: string): Promise<Json> => succeeded(await person.get(`/users/${id}`)).user

const groupsOf = async (person: Person): Promise<Json[]> => succeeded(await person.get('/user_groups')).user_groups

describe('POST /parley/scim/tokens', () => {
  test('creates at most two tokens, so that a directory can change to a new one', async () => {
    const { ada } = await freshRealm()
    const browser = await browserOf(ada)
    const first = succeeded(await browser.post(TOKENS, { description: 'Okta' }))
    expect(first).toEqual({ ...SUCCESS, token_id: 1, token: expect.stringMatching(/^[A-Za-z0-9]{48}$/) })
    succeeded(await browser.post(TOKENS))
    expect((await browser.post(TOKENS)).msg).toContain('at most 2 tokens')
  })
})

describe('GET /parley/scim/tokens', () => {
  test('returns the tokens without their text', async () => {
    const { realm, ada, ben, directory } = await realmWithDirectory()
    await directory.get('/Users')
    const token = { token_id: 1, description: 'Corp', creator_id: ada.id }
    const answer = await ada.get(TOKENS)
    expect(answer).toEqual({
      ...SUCCESS,
      scim_url: `${realm.url}/scim/v2`,
      tokens: [{ ...token, date_created: expect.any(Number), last_used: expect.any(Number) }],
    })
    expect((await ben.get(TOKENS)).msg).toBe('Must be an organization owner')
  })
})

describe('DELETE /parley/scim/tokens/:token_id', () => {
  test('ends a token at once', async () => {
    const { ada, directory } = await realmWithDirectory()
    const other = await directoryOf(ada)
    expect(await ada.delete(`${TOKENS}/1`)).toEqual(SUCCESS)
    expect((await directory.get('/Users')).status).toBe(401)
    expect((await other.get('/Users')).status).toBe(200)
    expect(await ada.delete(`${TOKENS}/1`)).toEqual(refusal('Token does not exist'))
    const { entries } = succeeded(await ada.get('/parley/audit_log?kind=scim_token_deleted'))
    expect(entries).toMatchObject([{ actor_id: ada.id, details: { token_id: 1 } }])
  })
})

describe('users, as Okta manages them', () => {
  test('are tested, looked for, created, read, changed and deactivated', async () => {
    const { ada, directory } = await realmWithDirectory()
    const first = await directory.get('/Users?startIndex=1&count=2')
    expect(first).toMatchObject({ status: 200, body: { startIndex: 1, itemsPerPage: 2, Resources: [{}, {}] } })
    const none = await directory.get('/Users?filter=userName%20eq%20%22zoe%40corp.example%22&startIndex=1&count=100')
    expect(none).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } })
    const zoe = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'zoe@corp.example',
      name: { givenName: 'Zoe', familyName: 'Zimmer' },
      emails: [{ primary: true, value: 'zoe@corp.example', type: 'work' }],
      displayName: 'Zoe Zimmer',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    }
    const created = await directory.request('POST', '/Users', zoe)
    const resource: Json = await created.json()
    const { locale: _, groups: __, password: ___, ...kept } = zoe
    expect(resource).toEqual({
      ...kept,
      id: expect.any(String),
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: `${ada.realm_url}/scim/v2/Users/${resource.id}`,
      },
    })
    expect([created.status, created.headers.get('location')]).toEqual([201, resource.meta.location])
    expect(created.headers.get('content-type')).toContain('application/scim+json')
    expect(await profileOf(ada, resource.id)).toMatchObject({ full_name: 'Zoe Zimmer', role: 400, is_active: true })

    const path = `/Users/${resource.id}`
    expect((await directory.get(path)).body).toEqual(resource)
    const changed = { ...zoe, displayName: 'Zoe Zander', roles: [{ value: 'guest', primary: true }] }
    expect(await directory.put(path, changed)).toMatchObject({ status: 200, body: { displayName: 'Zoe Zander' } })
    expect(await profileOf(ada, resource.id)).toMatchObject({ full_name: 'Zoe Zander', role: 600 })
    // Okta changes users of some applications without a path.
    const off = await directory.patch(path, { op: 'replace', value: { active: false } })
    expect(off).toMatchObject({ status: 200, body: { active: false } })
    expect(await profileOf(ada, resource.id)).toMatchObject({ is_active: false })
    expect((await directory.put(path, zoe)).body.active).toBe(true)
    expect(await profileOf(ada, resource.id)).toMatchObject({ is_active: true, full_name: 'Zoe Zimmer', role: 400 })
  })

  test('are adopted if they have an account, and keep the role that the directory does not state', async () => {
    const { ben, directory } = await realmWithDirectory()
    const { body } = await directory.get(`/Users?filter=userName eq "${ben.email.toUpperCase()}"`)
    expect(body.Resources).toMatchObject([{ id: String(ben.id), roles: [{ value: 'administrator', primary: true }] }])
    const path = `/Users/${ben.id}`
    const put = { userName: ben.email, displayName: 'Ben B.', externalId: 'okta-1' }
    expect(await directory.put(path, put)).toMatchObject({ status: 200, body: { active: true } })
    expect(await profileOf(ben, String(ben.id))).toMatchObject({ full_name: 'Ben B.', role: 200 })
    const byExternalId = await directory.get('/Users?filter=externalId eq "okta-1"')
    expect(byExternalId.body.Resources).toMatchObject([{ id: String(ben.id) }])
  })
})

describe('users, as Entra manages them', () => {
  test('are created with another address than the name, changed with capitals and paths, and deleted', async () => {
    const { ada, directory } = await realmWithDirectory()
    const created = await directory.creates('zoe', {
      userName: 'zoe@tenant.onmicrosoft.com',
      externalId: 'zoe',
      active: 'True',
      emails: [{ primary: true, type: 'work', value: 'zoe@corp.example' }],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
    })
    expect(await profileOf(ada, created.id)).toMatchObject({ delivery_email: 'zoe@corp.example' })
    const path = `/Users/${created.id}`
    const { body } = await directory.patch(
      path,
      { op: 'Replace', path: 'displayName', value: 'Zoe Z.' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'zoe.z@corp.example' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager', value: '7' },
      { op: 'Add', path: 'roles[primary eq "True"].value', value: 'moderator' },
    )
    expect(body).toMatchObject({ userName: 'zoe@tenant.onmicrosoft.com', displayName: 'Zoe Z.' })
    expect(await profileOf(ada, created.id)).toMatchObject({
      full_name: 'Zoe Z.',
      role: 300,
      delivery_email: 'zoe.z@corp.example',
    })
    expect((await directory.patch(path, { op: 'Replace', path: 'active', value: 'False' })).body.active).toBe(false)
    expect(await directory.delete(path)).toEqual({ status: 204, body: undefined })
    expect(await directory.get(path)).toEqual(scimError(404, `Resource ${created.id} not found`))
    expect(await profileOf(ada, created.id)).toMatchObject({ is_active: false, full_name: 'Zoe Z.' })
    // A user who returns gets the old account.
    expect((await directory.creates('zoe.z')).id).toBe(created.id)
    expect(await profileOf(ada, created.id)).toMatchObject({ is_active: true })
  })

  test('show names and roles that were changed in the organization', async () => {
    const { ada, directory } = await realmWithDirectory()
    const { id } = await directory.creates('zoe')
    succeeded(await ada.patch(`/users/${id}`, { full_name: 'Zoe Changed', role: 300 }))
    const { body } = await directory.get(`/Users/${id}`)
    expect(body).toMatchObject({ displayName: 'Zoe Changed', roles: [{ value: 'moderator', primary: true }] })
    // A change of something else changes neither.
    await directory.patch(`/Users/${id}`, { op: 'add', path: 'externalId', value: 'x' })
    expect(await profileOf(ada, id)).toMatchObject({ full_name: 'Zoe Changed', role: 300 })
  })

  test('add up with the state of clients', async () => {
    const { dov, ezra, directory } = await realmWithDirectory()
    let id = ''
    await receivedBy([dov, ezra], async () => {
      id = (await directory.creates('zoe')).id
      await directory.patch(`/Users/${id}`, {
        op: 'replace',
        value: { displayName: 'Z.', roles: [{ value: 'guest' }] },
      })
    })
    await receivedBy([dov, ezra], () => directory.patch(`/Users/${id}`, { op: 'replace', value: { active: false } }))
    await receivedBy([dov, ezra], () => directory.patch(`/Users/${id}`, { op: 'replace', value: { active: true } }))
    const left = await receivedBy([dov, ezra], () => directory.delete(`/Users/${id}`))
    expect(left[0]!.able.length).toBeGreaterThan(0)
  })
})

/** Returns the number by which the API knows a group of the directory. */
const numberOf = ({ id }: Json): number => Number(id.replace('group-', ''))

describe('groups of the directory', () => {
  test('are user groups that only the directory changes', async () => {
    const { ada, dov, cleo, directory } = await realmWithDirectory()
    const member = ({ id }: Person) => ({ value: String(id) })
    const { status, body } = await directory.post('/Groups', {
      displayName: 'Sales',
      externalId: 'g-1',
      members: [member(dov)],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      displayName: 'Sales',
      externalId: 'g-1',
      members: [{ value: String(dov.id), $ref: `${ada.realm_url}/scim/v2/Users/${dov.id}`, type: 'User' }],
    })
    const path = `/Groups/${body.id}`
    expect(await directory.get(path)).toMatchObject({ status: 200, body: { displayName: 'Sales', externalId: 'g-1' } })
    const group = async () => (await groupsOf(ada)).find(({ id }) => id === numberOf(body))!
    expect(await group()).toMatchObject({ name: 'Sales', members: [dov.id] })
    expect((await dov.post(`/user_groups/${numberOf(body)}/members`, { delete: [dov.id] })).result).toBe('error')
    // Entra adds members one by one, and removes them with a filter or with a list.
    await directory.patch(path, { op: 'Add', path: 'members', value: [member(cleo)] })
    expect((await group()).members).toEqual([dov.id, cleo.id].sort((a, b) => a - b))
    await directory.patch(path, { op: 'Remove', path: `members[value eq "${dov.id}"]` })
    expect((await group()).members).toEqual([cleo.id])
    await directory.patch(path, { op: 'Remove', path: 'members', value: [member(cleo)] })
    expect((await group()).members).toEqual([])
    // Okta replaces all, and renames without a path.
    await directory.patch(path, { op: 'replace', path: 'members', value: [member(dov), member(cleo)] })
    await directory.patch(path, { op: 'replace', value: { id: body.id, displayName: 'Sellers' } })
    expect(await group()).toMatchObject({ name: 'Sellers' })
    expect((await directory.put(path, { displayName: 'Sales', members: [member(dov)] })).body.members).toHaveLength(1)
    const found = await directory.get('/Groups?excludedAttributes=members&filter=displayName eq "sales"')
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: body.id }] })
    expect(found.body.Resources[0]).not.toHaveProperty('members')
    const byMember = await directory.get(`/Groups?filter=id eq "${body.id}" and members eq "${dov.id}"`)
    expect(byMember.body.totalResults).toBe(1)
  })

  test('are deactivated when the directory deletes them, and return with their name', async () => {
    const { ada, dov, directory } = await realmWithDirectory()
    const sales = { displayName: 'Sales', members: [{ value: String(dov.id) }] }
    const { body } = await directory.post('/Groups', sales)
    expect((await directory.delete(`/Groups/${body.id}`)).status).toBe(204)
    expect((await directory.get(`/Groups/${body.id}`)).status).toBe(404)
    expect((await groupsOf(ada)).map(({ name }) => name)).not.toContain('Sales')
    expect((await directory.post('/Groups', sales)).body.id).toBe(body.id)
    expect((await groupsOf(ada)).map(({ name }) => name)).toContain('Sales')
  })

  test('keep deactivated members, who are in the group again after reactivation', async () => {
    const { ada, directory } = await realmWithDirectory()
    const zoe = await directory.creates('zoe', { active: false })
    const { body } = await directory.post('/Groups', { displayName: 'Sales', members: [{ value: zoe.id }] })
    expect(body.members).toHaveLength(1)
    const members = async () => (await groupsOf(ada)).find(({ id }) => id === numberOf(body))!.members
    expect(await members()).toEqual([])
    await directory.patch(`/Users/${zoe.id}`, { op: 'replace', value: { active: true } })
    expect(await members()).toEqual([Number(zoe.id)])
  })

  test('add up with the state of clients', async () => {
    const { dov, cleo, ezra, directory } = await realmWithDirectory()
    const people = [dov, ezra]
    let id = ''
    await receivedBy(people, async () => {
      const { body } = await directory.post('/Groups', { displayName: 'Sales', members: [{ value: String(dov.id) }] })
      id = body.id
      await directory.put(`/Groups/${id}`, { displayName: 'Sellers', members: [{ value: String(cleo.id) }] })
    })
    await receivedBy(people, () => directory.delete(`/Groups/${id}`))
    const received = await receivedBy(people, () => directory.post('/Groups', { displayName: 'Sellers' }))
    expect(received[0]!.plain.map(({ type, op }) => `${type}/${op}`)).toContain('user_group/add')
  })

  test('are no groups of users, and cannot take their names', async () => {
    const { ada, dov, directory } = await realmWithDirectory()
    const id = await newGroup(ada, 'Lunch', [dov])
    expect(await directory.get(`/Groups/${id}`)).toEqual(scimError(404, `Resource ${id} not found`))
    const taken = scimError(409, 'A group has this name already', 'uniqueness')
    expect(await directory.post('/Groups', { displayName: 'lunch' })).toEqual(taken)
    expect((await directory.get('/Groups')).body.totalResults).toBe(0)
  })
})

describe('what the directory learns of the server', () => {
  test.for(['ServiceProviderConfig', 'ResourceTypes', 'ResourceTypes/User', 'Schemas'])('GET /%s', async (path) => {
    const { directory } = await realmWithDirectory()
    const { status, body } = await directory.get(`/${path}`)
    expect([status, body.schemas.length]).toEqual([200, 1])
    expect((await directory.post(`/${path}`, {})).status).toBe(405)
  })

  test('each schema can be read alone, and the role of an owner is in it only if permitted', async () => {
    const { ada, directory } = await realmWithDirectory()
    const path = '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User'
    expect(JSON.stringify((await directory.get(path)).body)).not.toContain('"owner"')
    succeeded(await ada.patch('/realm', { parley_scim_manages_owners: true }))
    expect(JSON.stringify((await directory.get(path)).body)).toContain('"owner"')
    for (const unknown of ['/Schemas/x', '/ResourceTypes/x', '/x'])
      expect((await directory.get(unknown)).body).toMatchObject({ status: '404' })
  })

  test('no group has the id of a user, and a group of an earlier version keeps its id', async () => {
    const { ada, realm, directory } = await realmWithDirectory()
    const users = (await directory.get('/Users?count=1000')).body.Resources
    for (const { id } of users) expect(id).toMatch(/^\d+$/)
    const { body } = await directory.post('/Groups', { displayName: 'Sales' })
    expect(body.id).toMatch(/^group-\d+$/)
    expect(body.meta.location).toBe(`${ada.realm_url}/scim/v2/Groups/${body.id}`)
    const number = String(numberOf(body))
    expect((await directory.get(`/Groups/${number}`)).status).toBe(404)
    await executeSql(realm, `UPDATE scim_groups SET id_prefix = '' WHERE group_id = ?`, numberOf(body))
    await directory.delete(`/Groups/${number}`)
    expect((await directory.post('/Groups', { displayName: body.displayName })).body.id).toBe(number)
    expect((await directory.get(`/Groups/${body.id}`)).status).toBe(404)
  })

  test('users and groups can be searched at once', async () => {
    const { ada, directory } = await realmWithDirectory()
    await directory.post('/Groups', { displayName: 'Sales' })
    const search = { attributes: ['userName', 'displayName'], filter: 'displayName pr', count: 100 }
    const { status, body } = await directory.post('/.search', search)
    const names = body.Resources.map(({ displayName }: Json) => displayName)
    expect([status, names]).toEqual([200, expect.arrayContaining([ada.account.full_name, 'Sales'])])
  })
})

describe('a change of tokens', () => {
  test('needs an owner who proved a short time ago who they are', async () => {
    const { ada, ben } = await freshRealm()
    expect(await ada.post(TOKENS)).toEqual(CONFIRM)
    expect((await (await browserOf(ben)).post(TOKENS)).msg).toBe('Must be an organization owner')
  })
})
