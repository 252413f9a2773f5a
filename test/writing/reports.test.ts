import { describe, expect, test } from 'vitest'
import { breakD1, evict, hush, refused, ring } from '../support/faults'
import { refusal, SUCCESS } from '../support/answers'
import { silentMention } from '../support/messages'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'

const report = (person: Person, id: number, fields: Record<string, FieldValue> = {}): Promise<Json> =>
  person.post(`/messages/${id}/report`, { report_type: 'spam', ...fields })

/** Reports go to the vault, where ada and ben are. */
async function moderatedRealm(): Promise<Cast> {
  const cast = await freshRealm()
  succeeded(await cast.ada.patch('/realm', { moderation_request_channel_id: cast.vault.stream_id }))
  return cast
}

const NOBODY_TO_REPORT_TO = refusal('Moderation request channel must be specified to enable message reporting.')

describe('POST /messages/:message_id/report', () => {
  test('those who moderate are told who reports what, by whom, and why', async () => {
    const { ada, dov, ezra, general, vault } = await moderatedRealm()
    const { id } = await dov.sends(general, 'lunch', 'Buy **this**, @**all**!')
    const [hers, his, guests] = await receivedBy([ada, dov, ezra], async () =>
      expect(await report(ezra, id, { report_type: 'harassment', description: ' He _does_ it\n@**Ada** ' })).toEqual(
        SUCCESS,
      ),
    )
    for (const events of [hers!.plain, hers!.able]) {
      const { message, flags } = events.find(({ type }) => type === 'message')
      expect(flags).toEqual([])
      expect(message).toMatchObject({
        stream_id: vault.stream_id,
        subject: `Reports of user ${dov.id}: Dov`,
        sender_full_name: 'Notification Bot',
      })
    }
    const { content } = hers!.able.find(({ type }) => type === 'message').message
    expect(content).toContain(`<p>${silentMention(ezra)} reported <a`)
    expect(content).toContain(
      `/near/${id}">#general &gt; lunch @ 💬</a> by ${silentMention(dov)} for harassment. In their words:</p>`,
    )
    expect(content).toContain(`<blockquote>\n<p>He _does_ it<br>\n${silentMention(ada)}</p>\n</blockquote>`)
    expect(content).toContain('Buy <strong>this</strong>')
    expect([...his!.plain, ...his!.able, ...guests!.plain, ...guests!.able]).toEqual([])
  })

  test('direct messages are shown as well: that is for whoever reports them to decide', async () => {
    const { ada, dov, ezra } = await moderatedRealm()
    const { id } = await dov.sendsDirectly([ezra], 'Give me your lunch')
    const [hers] = await receivedBy([ada], async () => succeeded(await report(ezra, id)))
    const { message } = hers!.plain.find(({ type }) => type === 'message')
    expect(message.content).toContain('for spam.')
    expect(message.content).toContain('```quote\nGive me your lunch\n```')
  })

  test('what cannot be reported is refused, and nothing changes', async () => {
    const cast = await freshRealm()
    const { ada, dov, ezra, general, vault } = cast
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    const { id: secret } = await ada.sends(vault, 'keys', 'Under the mat')
    await changesNothing([ada, dov], async () => {
      expect(await report(ezra, id)).toEqual(NOBODY_TO_REPORT_TO)
    })
    succeeded(await ada.patch('/realm', { moderation_request_channel_id: vault.stream_id }))
    await changesNothing([ada, dov], async () => {
      expect(await report(ezra, secret)).toEqual(refusal('Invalid message(s)'))
      expect(await report(ezra, 987)).toEqual(refusal('Invalid message(s)'))
      expect(await report(ezra, id, { report_type: 'dull' })).toEqual(refusal('Invalid report_type'))
      expect(await report(ezra, id, { report_type: undefined })).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
      for (const description of [undefined, ' '])
        expect(await report(ezra, id, { report_type: 'other', description })).toMatchObject({ result: 'error' })
      expect(await report(ezra, id, { description: 'x'.repeat(1001) })).toEqual(
        refusal('description is too long (limit: 1000 characters)'),
      )
    })
    expect(await report(ezra, id, { report_type: 'other', description: 'Dull' })).toEqual(SUCCESS)
    succeeded(await ada.delete(`/streams/${vault.stream_id}`))
    expect(await report(ezra, id)).toEqual(NOBODY_TO_REPORT_TO)
  })

  test('an old message is fetched for it; while D1 is away, it is not reported half', async () => {
    const { realm, ada, dov, ezra, general } = await moderatedRealm()
    const { id } = await dov.sends(general, 'lunch', 'Remembered elsewhere')
    await ring(realm)
    await evict(realm)
    hush('error')
    const { mend } = breakD1(realm, refused)
    await changesNothing([ada], async () => expect(await report(ezra, id)).toMatchObject({ result: 'error' }))
    mend()
    const [hers] = await receivedBy([ada], async () => succeeded(await report(ezra, id)))
    expect(hers!.plain.at(-1).message.content).toContain('Remembered elsewhere')
  })
})
