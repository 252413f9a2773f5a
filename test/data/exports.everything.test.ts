import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { doDueWork, preventAlarms } from '../support/alarms'
import { downloadExport, listExports, type ExportContents } from '../support/exports'
import { importExport } from '../support/imports/import-export'
import { walk } from '../support/imports/walk'
import { livelyRealm } from '../support/lively-realm'
import { succeeded, type Json, type Person } from '../support/person'
import { asOperator, copyOf } from '../support/realm-copies'
import { newChannel, type Cast, type TestRealm } from '../support/realm'
import { selectRows } from '../support/tables'

const host = (realm: TestRealm) => new URL(realm.url).host

/** Returns a realm whose users consent to nothing, with a private channel that all users have left. */
async function privateRealm(): Promise<Cast> {
  const cast = await livelyRealm()
  await preventAlarms(cast.realm)
  const { ada, ben, dov } = cast
  const cellar = await newChannel(ben, 'cellar', [ben, dov], { invite_only: true })
  await ben.sends(cellar, 'wine', 'Nobody is left here')
  for (const person of [dov, ben])
    succeeded(await person.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
  succeeded(await ada.delete(`/users/${cast.cleo.id}`))
  return cast
}

const ask = (realm: TestRealm, confirmation = host(realm)): Promise<Json> =>
  asOperator(realm, 'POST /parley/complete_export', { confirmation })

async function completeExport(realm: TestRealm): Promise<Json> {
  for (let runs = 0; runs < 100; runs++) {
    const answer = succeeded(await ask(realm))
    if (!answer.pending) return answer
    await doDueWork(realm)
  }
  throw new Error('The export stays pending')
}

const rowsIn = (contents: ExportContents, file: string, table: string): Json[] =>
  JSON.parse(contents.text(file)!)[table]

describe('POST /parley/complete_export', () => {
  test('the operator confirms with the host, and the audit log keeps it', async () => {
    const { realm, ada } = await privateRealm()
    for (const confirmation of ['', 'yes', 'other.example.com'])
      expect(await ask(realm, confirmation)).toEqual(
        refusal(
          `This export has all private data of all users. To confirm it, send the host of the organization: confirmation=${host(realm)}`,
          'BAD_REQUEST',
        ),
      )
    const { id, pending, export_url } = succeeded(await ask(realm))
    expect([pending, export_url]).toEqual([true, null])
    // A repeated request asks for the same export.
    expect(succeeded(await ask(realm)).id).toBe(id)
    const { entries } = succeeded(await ada.get('/parley/audit_log'))
    const kept = entries.filter(({ kind }: Json) => kind === 'complete_export_requested')
    expect(kept).toMatchObject([{ actor_id: null, details: { export_id: id, confirmation: host(realm) } }])
  })

  test('owners and administrators can neither request nor see nor delete it', async () => {
    const { realm, ada, ben } = await privateRealm()
    const { id } = await completeExport(realm)
    for (const person of [ada, ben]) {
      const fields = { confirmation: host(realm) }
      expect((await person.post('/parley/complete_export', fields)).code).toBe('UNAUTHORIZED')
      expect(await listExports(person)).toEqual([])
      expect(await person.delete(`/export/realm/${id}`)).toEqual(refusal('Invalid data export ID', 'BAD_REQUEST'))
      expect(JSON.stringify((await person.registers()).state)).not.toContain(`/exports/${id}/`)
    }
    // It does not count among their exports of the week.
    for (let count = 0; count < 5; count++) succeeded(await ada.post('/export/realm'))
    expect((await completeExport(realm)).id).toBe(id)
  })

  test('has the private data of all users, also what no user can read any more', async () => {
    const { realm, ada, dov } = await privateRealm()
    const contents = await downloadExport(realm, await completeExport(realm))
    for (const text of ['Between us', 'Secret', 'A note to myself', 'Nobody is left here'])
      expect(contents.everything).toContain(text)
    const users = rowsIn(contents, 'realm.json', 'zerver_userprofile')
    for (const { account } of [ada, dov]) expect(users.map((user) => user.delivery_email)).toContain(account.email)
    expect(rowsIn(contents, 'realm.json', 'zerver_userprofile_mirrordummy')).toEqual([])
    // With the secret, the organization stays the same one at Zulip's push service.
    const [identity] = await selectRows(realm, 'SELECT uuid, owner_secret AS uuid_owner_secret FROM realm_uuid')
    expect(rowsIn(contents, 'realm.json', 'zerver_realm')).toMatchObject([identity!])
    expect(contents.everything).not.toContain(ada.account.api_key)
  })

  test('imported again, each user has the same channels, messages and flags', async () => {
    const { realm, ada, ben, dov, ezra } = await privateRealm()
    const contents = await downloadExport(realm, await completeExport(realm))
    const there = await importExport(Object.fromEntries(contents.files))
    const [before, after] = [await copyOf(realm), await copyOf(there.realm)]
    const texts = ({ messages }: { messages: Json[] }) => messages.map(({ content }) => withoutIds(content))
    expect(texts(after)).toEqual(texts(before))
    for (const person of [ada, ben, dov, ezra]) {
      const { api_key } = succeeded(await there.realm.post('/dev_fetch_api_key', { username: person.account.email }))
      const again = Object.assign(Object.create(Object.getPrototypeOf(person)), person, {
        realm_url: there.realm.url,
        account: { ...person.account, api_key },
      })
      expect(await factsOf(again), person.account.full_name).toEqual(await factsOf(person))
    }
    await walk(there.realm, there.ada)
  })
})

/** Files have other addresses, and users other ids, in another realm. */
const withoutIds = (content: string) =>
  content.replaceAll(/\/user_uploads\/[^)]*/g, 'FILE').replaceAll(/\|\d+\*\*/g, '**')

/** What a user has: channels, the messages that they can read, and those that are starred or unread. */
async function factsOf(person: Person): Promise<object> {
  const all = { anchor: 'oldest', num_before: 0, num_after: 100, apply_markdown: false, allow_empty_topic_name: true }
  const { messages } = succeeded(await person.get('/messages', all))
  const { subscriptions } = succeeded(await person.get('/users/me/subscriptions'))
  return {
    channels: subscriptions.map(({ name, color, pin_to_top }: Json) => [name, color, pin_to_top]).toSorted(),
    messages: messages.map(({ content, subject, flags, reactions }: Json) => ({
      content: withoutIds(content),
      subject,
      flags: flags.filter((flag: string) => ['read', 'starred'].includes(flag)),
      reactions: reactions.map(({ emoji_name }: Json) => emoji_name).toSorted(),
    })),
  }
}

describe('DELETE /parley/complete_export', () => {
  test('deletes what is ready, and its URL works no more', async () => {
    const { realm, ada } = await privateRealm()
    const { id } = await completeExport(realm)
    expect((await ada.delete('/parley/complete_export')).code).toBe('UNAUTHORIZED')
    expect(succeeded(await asOperator(realm, 'DELETE /parley/complete_export')).deleted).toBe(1)
    expect(succeeded(await asOperator(realm, 'DELETE /parley/complete_export')).deleted).toBe(0)
    // Another request begins another export.
    expect(succeeded(await ask(realm)).id).toBeGreaterThan(id)
  })
})
