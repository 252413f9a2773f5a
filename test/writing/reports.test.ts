import { describe, expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import { breakD1, unavailable } from '../support/d1-faults'
import { captureConsole, evict } from '../support/faults'
import { silentMention } from '../support/messages'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'

const reportMessage = (person: Person, id: number, fields: Record<string, FieldValue> = {}): Promise<Json> =>
  person.post(`/messages/${id}/report`, { report_type: 'spam', ...fields })

/** A realm whose reports go to the vault, with ada and ben as subscribers. */
async function realmWithReports(): Promise<Cast> {
  const cast = await freshRealm()
  succeeded(await cast.ada.patch('/realm', { moderation_request_channel_id: cast.vault.stream_id }))
  return cast
}

const REPORTING_DISABLED = refusal('Moderation request channel must be specified to enable message reporting.')

describe('POST /messages/:message_id/report', () => {
  test('the channel for moderation requests receives the message, its reporter and the reason', async () => {
    const { ada, dov, ezra, general, vault } = await realmWithReports()
    const { id } = await dov.sends(general, 'lunch', 'Buy **this**, @**all**!')
    const [adaEvents, dovEvents, ezraEvents] = await receivedBy([ada, dov, ezra], async () =>
      expect(
        await reportMessage(ezra, id, { report_type: 'harassment', description: ' He _does_ it\n@**Ada** ' }),
      ).toEqual(SUCCESS),
    )
    for (const events of [adaEvents!.plain, adaEvents!.able]) {
      const { message, flags } = events.find(({ type }) => type === 'message')
      expect(flags).toEqual([])
      expect(message).toMatchObject({
        stream_id: vault.stream_id,
        subject: `Reports of user ${dov.id}: Dov`,
        sender_full_name: 'Notification Bot',
      })
    }
    const { content } = adaEvents!.able.find(({ type }) => type === 'message').message
    expect(content).toContain(`<p>${silentMention(ezra)} reported <a`)
    expect(content).toContain(
      `/near/${id}">#general &gt; lunch @ 💬</a> by ${silentMention(dov)} for harassment. In their words:</p>`,
    )
    expect(content).toContain(`<blockquote>\n<p>He _does_ it<br>\n${silentMention(ada)}</p>\n</blockquote>`)
    expect(content).toContain('Buy <strong>this</strong>')
    expect([...dovEvents!.plain, ...dovEvents!.able, ...ezraEvents!.plain, ...ezraEvents!.able]).toEqual([])
  })

  test('a report of a direct message has its content, as its reporter decided to show it', async () => {
    const { ada, dov, ezra } = await realmWithReports()
    const { id } = await dov.sendsDirectly([ezra], 'Give me your lunch')
    const [adaEvents] = await receivedBy([ada], async () => succeeded(await reportMessage(ezra, id)))
    const { message } = adaEvents!.plain.find(({ type }) => type === 'message')
    expect(message.content).toContain('for spam.')
    expect(message.content).toContain('```quote\nGive me your lunch\n```')
  })

  test('invalid reports are refused, and nothing changes', async () => {
    const cast = await freshRealm()
    const { ada, dov, ezra, general, vault } = cast
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    const { id: secret } = await ada.sends(vault, 'keys', 'Under the mat')
    await changesNothing([ada, dov], async () => {
      expect(await reportMessage(ezra, id)).toEqual(REPORTING_DISABLED)
    })
    succeeded(await ada.patch('/realm', { moderation_request_channel_id: vault.stream_id }))
    await changesNothing([ada, dov], async () => {
      expect(await reportMessage(ezra, secret)).toEqual(refusal('Invalid message(s)'))
      expect(await reportMessage(ezra, 987)).toEqual(refusal('Invalid message(s)'))
      expect(await reportMessage(ezra, id, { report_type: 'dull' })).toEqual(refusal('Invalid report_type'))
      expect(await reportMessage(ezra, id, { report_type: undefined })).toMatchObject({
        code: 'REQUEST_VARIABLE_MISSING',
      })
      for (const description of [undefined, ' '])
        expect(await reportMessage(ezra, id, { report_type: 'other', description })).toMatchObject({ result: 'error' })
      expect(await reportMessage(ezra, id, { description: 'x'.repeat(1001) })).toEqual(
        refusal('description is too long (limit: 1000 characters)'),
      )
    })
    expect(await reportMessage(ezra, id, { report_type: 'other', description: 'Dull' })).toEqual(SUCCESS)
    succeeded(await ada.delete(`/streams/${vault.stream_id}`))
    expect(await reportMessage(ezra, id)).toEqual(REPORTING_DISABLED)
  })

  test('the content of an old message is read from D1; while D1 is unavailable, the report is refused', async () => {
    const { realm, ada, dov, ezra, general } = await realmWithReports()
    const { id } = await dov.sends(general, 'lunch', 'Remembered elsewhere')
    await runAlarm(realm)
    await evict(realm)
    captureConsole('error')
    const { mend } = breakD1(realm, unavailable)
    await changesNothing([ada], async () => expect(await reportMessage(ezra, id)).toMatchObject({ result: 'error' }))
    mend()
    const [adaEvents] = await receivedBy([ada], async () => succeeded(await reportMessage(ezra, id)))
    expect(adaEvents!.plain.at(-1).message.content).toContain('Remembered elsewhere')
  })
})
