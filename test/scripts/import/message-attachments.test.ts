import { describe, expect, test } from 'vitest'
import { quoteOf, type MessageAttachment } from '../../../conversion/message-attachments.ts'
import { bson } from '../../support/exports/bson'
import { say } from '../../../web/test/slack-message'
import { converted, exportFolder, type Files } from './exports'

const build: MessageAttachment = {
  pretext: 'For you:',
  title: 'Build [1]',
  title_link: 'https://ci.example/1',
  text: 'It failed',
  fields: [{ title: 'Branch', value: 'main' }, { value: 3 }, null],
  fallback: 'Not shown',
}
const quoted = 'For you:\n> [Build 1](https://ci.example/1)\n> It failed\n> **Branch**: main\n> 3'

describe('what a program adds to a message', () => {
  const lines = [
    { type: 'version', version: 1 },
    { type: 'team', team: { name: 'acme' } },
    { type: 'channel', channel: { team: 'acme', name: 'town', type: 'O' } },
    { type: 'user', user: { username: 'una' } },
    {
      type: 'post',
      post: { team: 'acme', channel: 'town', user: 'una', create_at: 1, props: { attachments: [build] } },
    },
  ]
  const rocket = { _id: 'm1', rid: 'r1', ts: new Date(0), u: { _id: 'u1' }, msg: '', attachments: [build] }

  test.each<[string, Files]>([
    [
      'Slack',
      {
        'users.json': [{ id: 'U1', name: 'una' }],
        'channels.json': [{ id: 'C1', name: 'town', members: ['U1'] }],
        'town/2030-01-01.json': [say('', 0, { attachments: [build] })],
      },
    ],
    ['Mattermost', { 'import.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') }],
    [
      'Rocket.Chat',
      {
        'd/users.bson': bson({ _id: 'u1', username: 'una' }),
        'd/rocketchat_room.bson': bson({ _id: 'r1', t: 'c', name: 'town' }),
        'd/rocketchat_message.bson': bson(rocket),
      },
    ],
  ])('arrives from %s', async (_, files) => {
    const { rows } = await converted(exportFolder(files))
    expect(rows('messages').map(({ content }) => content)).toContain(quoted)
  })

  test.each<[MessageAttachment, string]>([
    [{ fallback: 'Only this' }, '> Only this'],
    [{ fallback: 'Not this', fields: [{ title: 'a*', value: null }] }, '> a'],
    [{ pretext: 'Only before' }, 'Only before'],
    [{ title: 'No link', text: 'two\nlines' }, '> No link\n> two\n> lines'],
    [{}, ''],
  ])('%j becomes %j', (attachment, text) => {
    expect(quoteOf(attachment, (words) => words ?? '')).toBe(text)
  })
})

test('an encrypted message of Rocket.Chat is counted as one', async () => {
  const { report } = await converted(
    exportFolder({
      'd/users.bson': bson({ _id: 'u1', username: 'ada' }),
      'd/rocketchat_room.bson': bson({ _id: 'r1', t: 'p', name: 'secret' }),
      'd/rocketchat_message.bson': bson({
        _id: 'm1',
        rid: 'r1',
        ts: new Date(0),
        t: 'e2e',
        u: { _id: 'u1' },
        msg: 'x',
      }),
    }),
  )
  expect(report.skipped['an encrypted message']).toEqual({ number: 1, examples: ['m1'] })
})
