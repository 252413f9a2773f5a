import { describe, expect, test } from 'vitest'
import { answering, newAutomation, withReceiver } from '../support/automations'
import { linkTo, uploadFile, visit } from '../support/files'
import { contentsInTopic } from '../support/messages'
import { succeeded, type Json, type Person } from '../support/person'
import { newGroup } from '../support/groups'
import { newChannel } from '../support/realm'

/** Templates in which a text of others could end a block of the maker. */
const TEMPLATES = [
  'Seen: {text}',
  '```\n{text}\n```',
  '~~~ text\n{text}\n~~~',
  '```quote\n{text}\n```',
  '```spoiler Details\n{text}\n```',
  '{text}```\n{text}\n```',
  '`{text}`',
]
const ENDS = ['', '```\n', '~~~\n', '`\n', '\n\n', '```\n```\n', '~~~\n```\n~~~\n']

/** Returns the newest message of a sender, in HTML. */
const newestBy = async (sender: Person, viewer: Person): Promise<Json> =>
  succeeded(
    await viewer.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow: [['sender', sender.id]] }),
  ).messages[0]

describe('the text of others in a message of an automation', () => {
  test.each(TEMPLATES)('names no user, group or channel with the rights of the maker: %j', async (template) => {
    const { ada, cleo, dov, ezra, general, vault, run } = await withReceiver()
    await newGroup(ada, 'crew', [dov])
    await newAutomation(ada, answering(general, template))
    const names = `@**all** @**Dov** @**|${dov.id}** @_**|${ezra.id}** @*crew* @_*crew* #**${vault.name}** #**${vault.name}>gold**`
    const queue = await dov.registers({ event_types: ['message'] })
    for (const end of ENDS) {
      // A text of the maker can do all of it.
      const { id } = await cleo.sends(general, 'doors', `help\n${end}${names}`)
      await run()
      const answer = await newestBy(ada, dov)
      expect(answer.id).toBeGreaterThan(id)
      expect(answer.content, end).not.toMatch(/data-(?:user|stream|user-group)-id/)
    }
    const events = await queue.events()
    expect(events.filter(({ message }) => message.sender_id === ada.id).map(({ flags }) => flags)).toEqual(
      ENDS.map(() => []),
    )
    await ada.sends(general, 'doors', names)
    const { content } = await newestBy(ada, dov)
    for (const kind of ['data-user-id', 'data-stream-id', 'data-user-group-id']) expect(content).toContain(kind)
  })

  test('stays readable, and the text of the maker names whom it wants', async () => {
    const { ada, cleo, dov, general, run } = await withReceiver()
    await newAutomation(ada, answering(general, '@**Dov**\n```\n{text}\n```'))
    const queue = await dov.registers({ event_types: ['message'] })
    await cleo.sends(general, 'doors', 'help\n\n*now* @ home #1')
    await run()
    expect(await contentsInTopic(dov, general, 'doors')).toContain(
      '@**Dov**\n```\n\n> help\n> \n> *now* @ home #1\n\n```',
    )
    expect((await queue.events()).at(-1)).toMatchObject({ flags: ['mentioned'] })
  })
})

describe('a file in a message of an automation', () => {
  const statusFor = async (person: Person, { url }: { url: string }) => (await visit(person, url)).status

  test('is that of the message or of the maker; an address alone opens no file that only the maker can read', async () => {
    const { ada, cleo, dov, ezra, general, run } = await withReceiver()
    const secret = await newChannel(ada, 'secret', [ada], { invite_only: true })
    const there = await newChannel(ada, 'there', [ada, cleo, dov, ezra])
    const [hidden, own, shared] = [await uploadFile(ada), await uploadFile(ada), await uploadFile(cleo)]
    await ada.sends(secret, 'gold', linkTo(hidden))
    await newAutomation(ada, {
      ...answering(general),
      actions: [{ kind: 'send', stream_id: there.stream_id, topic: 'files', content: `${linkTo(own)} {text}` }],
    })
    await cleo.sends(general, 'doors', `help ${linkTo(hidden)} ${linkTo(shared)}`)
    await run()
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['general'], principals: [ezra.id] }))
    expect(await contentsInTopic(ezra, there, 'files')).toHaveLength(1)
    expect([await statusFor(ezra, own), await statusFor(ezra, shared), await statusFor(ezra, hidden)]).toEqual([
      200, 200, 403,
    ])
  })
})
