import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { stopClock } from '../support/clock'
import { fileOf, uploadFile } from '../support/files'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'

const filesOf = async (user: Person, { stream_id }: Channel, fields: Record<string, FieldValue> = {}): Promise<Json> =>
  succeeded(await user.get(`/parley/streams/${stream_id}/files`, fields))

const namesOf = async (user: Person, channel: Channel, topic?: string): Promise<string[]> =>
  (await filesOf(user, channel, { topic })).files.map(({ name }: Json) => name)

async function sendsFiles(user: Person, channel: Channel, topic: string, ...names: string[]) {
  const links: string[] = []
  for (const name of names) links.push(`[${name}](${(await uploadFile(user, fileOf('Notes', name))).url})`)
  const content = links.join(' ')
  return { content, id: (await user.sends(channel, topic, content)).id }
}

describe('GET /parley/streams/:stream_id/files', () => {
  test('lists the files of a channel once, with the newest message that has them', async () => {
    const { realm, ada, dov, general, vault } = await freshRealm()
    await stopClock(realm, 2_000_000_000)
    const first = await sendsFiles(dov, general, 'lunch', 'menu.txt', 'prices.txt')
    await sendsFiles(ada, general, 'dinner', 'wine.txt')
    await sendsFiles(ada, vault, 'plans', 'hush.txt')
    const again = await dov.sends(general, 'desserts', first.content)
    await dov.sends(general, 'desserts', 'No file')
    const { files, ...page } = await filesOf(dov, general)
    expect(page).toEqual({ ...SUCCESS, next_before: null })
    expect(files.map(({ name, message_id }: Json) => [name, message_id === again.id])).toEqual([
      ['menu.txt', true],
      ['prices.txt', true],
      ['wine.txt', false],
    ])
    expect(files[0]).toEqual({
      id: expect.any(Number),
      name: 'menu.txt',
      path_id: expect.stringMatching(/menu\.txt$/),
      size: 5,
      content_type: expect.stringContaining('text/plain'),
      create_time: 2_000_000_000,
      thumbnail_url: null,
      message_id: again.id,
      sender_id: dov.id,
      topic: 'desserts',
    })
    expect(await namesOf(dov, general, 'dinner')).toEqual(['wine.txt'])
    expect(await namesOf(dov, general, 'breakfast')).toEqual([])
  })

  test('lists only what the user can read', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: false })
    await sendsFiles(ada, club, 'rules', 'first.txt')
    await ada.subscribes(club, { principals: [cleo.id] })
    await sendsFiles(ada, club, 'rules', 'second.txt')
    expect(await namesOf(ben, club)).toEqual(['second.txt', 'first.txt'])
    expect(await namesOf(cleo, club)).toEqual(['second.txt'])
    expect(await dov.get(`/parley/streams/${club.stream_id}/files`)).toEqual(refusal('Invalid channel ID'))
  })

  test('returns pages', async () => {
    const { dov, general } = await freshRealm()
    const { content, id } = await sendsFiles(dov, general, 'lunch', 'menu.txt')
    const { id: newest } = await dov.sends(general, 'lunch', content)
    expect((await filesOf(dov, general, { before: newest })).files).toMatchObject([{ message_id: id }])
    expect(await filesOf(dov, general, { before: id })).toMatchObject({ files: [], next_before: null })
  })
})
