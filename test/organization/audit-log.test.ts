import { describe, expect, test } from 'vitest'
import { OWNERS_ONLY } from '../support/answers'
import { runAlarm } from '../support/alarms'
import { browserOf, Browser } from '../support/browser'
import { advanceClock } from '../support/clock'
import { newGroup } from '../support/groups'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { countRows, executeSql } from '../support/tables'
import { verifyChain } from '../../src/domain/realm/audit-log/hash-rules'

const entriesOf = async (owner: Person, filter: Record<string, string | number> = {}): Promise<Json[]> =>
  succeeded(await owner.get('/parley/audit_log', filter)).entries

const allEntriesOf = (owner: Person) => entriesOf(owner, { limit: 100 })

describe('GET /parley/audit_log', () => {
  test('has logins with their method, the user, the client and the network address', async () => {
    const { realm, ada, dov } = await freshRealm()
    await new Browser(realm.url, { 'cf-connecting-ip': '192.0.2.7' }).logIn(dov)
    succeeded(await realm.post('/fetch_api_key', { username: dov.email, password: dov.account.password }))
    const logins = await entriesOf(ada, { kind: 'logged_in', user_id: dov.id })
    expect(logins.slice(0, 2)).toEqual([
      expect.objectContaining({
        kind: 'logged_in',
        user_id: dov.id,
        details: { method: 'password', session_id: null },
      }),
      {
        id: expect.any(Number),
        timestamp: expect.any(Number),
        kind: 'logged_in',
        actor_id: null,
        user_id: dov.id,
        network_address: '192.0.2.7',
        client: expect.any(String),
        details: { method: 'password', session_id: expect.any(Number) },
        previous_hash: expect.any(String),
        salt: expect.stringMatching(/^\w{22}$/),
        personal_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        entry_hash: logins[0]!.previous_hash,
      },
    ])
  })

  test('has the changes of settings, permissions, roles, groups, keys, accounts, bots and exports', async () => {
    const { ada, ben, dov, fig, general } = await freshRealm()
    const changes: [string, () => Promise<unknown>, Json][] = [
      [
        'setting_changed',
        async () => succeeded(await ben.patch('/realm', { name: 'Acme' })),
        { actor_id: ben.id, details: { name: 'name', old: expect.any(String), new: 'Acme' } },
      ],
      [
        'permission_changed',
        async () => succeeded(await ada.patch('/realm', { can_invite_users_group: { new: 2 } })),
        { details: { name: 'can_invite_users_group', old: expect.anything(), new: 2 } },
      ],
      [
        'permission_changed',
        async () => succeeded(await ada.patch(`/streams/${general.stream_id}`, { can_send_message_group: { new: 2 } })),
        { details: { stream_id: general.stream_id, name: 'can_send_message_group', old: expect.anything(), new: 2 } },
      ],
      [
        'role_changed',
        async () => succeeded(await ben.patch(`/users/${dov.id}`, { role: 300 })),
        { actor_id: ben.id, user_id: dov.id, details: { old: 400, new: 300 } },
      ],
      [
        'group_created',
        () => newGroup(ada, 'bakers'),
        { details: { group_id: expect.any(Number), name: 'bakers', members: [] } },
      ],
      [
        'api_key_changed',
        async () => succeeded(await ada.post(`/bots/${fig.id}/api_key/regenerate`)),
        { actor_id: ada.id, user_id: fig.id, details: {} },
      ],
      [
        'export_requested',
        async () => succeeded(await ada.post('/export/realm')),
        { actor_id: ada.id, details: { export_id: expect.any(Number), export_type: 1 } },
      ],
      [
        'user_deactivated',
        async () => succeeded(await ben.delete(`/users/${dov.id}`)),
        { actor_id: ben.id, user_id: dov.id },
      ],
      [
        'user_reactivated',
        async () => succeeded(await ben.post(`/users/${dov.id}/reactivate`)),
        { actor_id: ben.id, user_id: dov.id },
      ],
      [
        'domain_changed',
        async () => succeeded(await ada.post('/realm/domains', { domain: 'example.org', allow_subdomains: false })),
        { details: { domain: 'example.org', change: 'added' } },
      ],
    ]
    for (const [kind, change, entry] of changes) {
      const [latest] = await entriesOf(ada, { limit: 1 })
      await change()
      const added = await entriesOf(ada, { after_id: latest!.id })
      expect(
        added.find((candidate) => candidate.kind === kind),
        kind,
      ).toMatchObject({ kind, ...entry })
    }
    const [group] = await entriesOf(ada, { kind: 'group_created' })
    const { group_id } = group!.details
    succeeded(await ada.post(`/user_groups/${group_id}/members`, { add: [ben.id] }))
    succeeded(await ada.patch(`/user_groups/${group_id}`, { name: 'cooks', can_join_group: { new: 2 } }))
    succeeded(await ada.post(`/user_groups/${group_id}/deactivate`))
    expect((await entriesOf(ada, { limit: 4 })).map(({ kind, details }) => [kind, details.group_id])).toEqual([
      ['group_deactivated', group_id],
      ['permission_changed', group_id],
      ['group_changed', group_id],
      ['group_members_changed', group_id],
    ])
  })

  test('has changed passwords and addresses, without them', async () => {
    const { ada, dov } = await freshRealm()
    const browser = await browserOf(dov)
    const password = 'correct horse battery'
    succeeded(await browser.patch('/settings', { old_password: dov.account.password, new_password: password }))
    expect(await entriesOf(ada, { kind: 'password_changed' })).toMatchObject([
      { actor_id: dov.id, user_id: dov.id, details: { method: 'password' } },
    ])
    expect(JSON.stringify(await entriesOf(ada))).not.toContain(password)
  })

  test('is refused to all users but owners', async () => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    succeeded(await ada.get('/parley/audit_log'))
    for (const person of [ben, cleo, dov, ezra]) expect(await person.get('/parley/audit_log')).toEqual(OWNERS_ONLY)
  })

  test('is read in pages and by filters', async () => {
    const { realm, ada, ben } = await freshRealm()
    for (const name of ['a1', 'b2', 'c3']) succeeded(await ben.patch('/realm', { name }))
    await advanceClock(realm, 100)
    succeeded(await ada.patch('/realm', { name: 'd4' }))
    const filter = { kind: 'setting_changed', limit: 3 }
    const first = succeeded(await ada.get('/parley/audit_log', filter))
    expect(first.found_oldest).toBe(false)
    expect(first.entries.map(({ details }: Json) => details.new)).toEqual(['d4', 'c3', 'b2'])
    const second = succeeded(await ada.get('/parley/audit_log', { ...filter, before_id: first.entries[2].id }))
    expect(second.entries[0].details.new).toBe('a1')
    const namesFor = async (more: Record<string, number>) =>
      (await entriesOf(ada, { ...filter, ...more })).map(({ details }) => details.new)
    expect(await namesFor({ actor_id: ada.id })).toContain('d4')
    expect(await namesFor({ actor_id: ada.id })).not.toContain('c3')
    const { timestamp } = first.entries[0]
    expect(await namesFor({ since: timestamp })).toEqual(['d4'])
    expect(await namesFor({ until: timestamp })).toEqual(['c3', 'b2', 'a1'])
    expect((await ada.get('/parley/audit_log', { limit: 101 })).result).toBe('error')
    expect((await ada.get('/parley/audit_log', { kind: 'x' })).result).toBe('error')
  })

  test('keeps no change that the realm refused', async () => {
    const { ada, ben } = await freshRealm()
    const before = await entriesOf(ada)
    expect((await ben.patch('/realm', { name: 'Acme', invite_required: false })).code).toBe('UNAUTHORIZED_PRINCIPAL')
    expect(await entriesOf(ada)).toEqual(before)
  })

  test('loses entries after the days that owners set, which administrators cannot', async () => {
    const { realm, ada, ben } = await freshRealm()
    const DAY = 86_400
    expect(await ben.patch('/realm', { parley_audit_log_days: 1 })).toEqual(OWNERS_ONLY)
    succeeded(await ada.patch('/realm', { parley_audit_log_days: 30 }))
    await advanceClock(realm, 29 * DAY)
    await runAlarm(realm)
    expect(await countRows(realm, 'audit_log')).toBeGreaterThan(1)
    await advanceClock(realm, DAY)
    await runAlarm(realm)
    expect(await countRows(realm, 'audit_log')).toBe(0)
  })

  test('verifies, also without its oldest entries, and shows a change in the storage', async () => {
    const { realm, ada } = await freshRealm()
    const rename = async (name: string) => succeeded(await ada.patch('/realm', { name }))
    const verified = async () => verifyChain((await allEntriesOf(ada)).toReversed())
    await rename('A1')
    await advanceClock(realm, 100 * 86_400)
    await rename('B2')
    const { head } = await verified()
    await advanceClock(realm, 300 * 86_400)
    await runAlarm(realm)
    await rename('C3')
    const entries = await allEntriesOf(ada)
    expect(entries.map(({ details }) => details.new)).toEqual(['C3', 'B2'])
    expect(verifyChain(entries.toReversed(), head)).toMatchObject({ entries: 2, unprotected: 0, problems: [] })
    await executeSql(realm, `UPDATE audit_log SET details = '{}' WHERE entry_id = ?`, entries[1]!.id)
    expect((await verified()).problems).toEqual([`Entry ${entries[1]!.id} was changed.`])
  })
})
