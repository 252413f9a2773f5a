import { inStorage } from '../../support/faults'
import { fileOf, uploadFile } from '../../support/files'
import { succeeded } from '../../support/person'
import { newChannel, type Channel } from '../../support/realm'
import type { Cases } from '../case'
import type { World } from '../world'

let channels = 0

const ownChannel = ({ cast: { ada } }: World): Promise<Channel> => newChannel(ada, `pinboard ${++channels}`, [ada])

const bookmark = { title: 'x'.repeat(100), url: `https://example.com/${'x'.repeat(1980)}` }

/** A channel with as many pins as fit: half of them are messages of fifty topics. */
async function fullChannel(world: World): Promise<Channel> {
  const { ada, realm } = world.cast
  const channel = await ownChannel(world)
  for (let index = 0; index < 50; index++) await ada.sends(channel, `${'x'.repeat(50)} ${index}`, 'Look')
  await inStorage(realm, ({ storage }) => {
    const ofChannel = 'FROM conversations WHERE stream_id = ?'
    storage.sql.exec(
      `INSERT INTO pins (stream_id, message_id, user_id, pinned_at) SELECT stream_id, max_id, ?, 0 ${ofChannel}`,
      ada.id,
      channel.stream_id,
    )
    storage.sql.exec(
      `INSERT INTO pins (stream_id, conversation_id, title, url, user_id, pinned_at)
       SELECT stream_id, id, ?, ?, ?, 0 ${ofChannel}`,
      bookmark.title,
      bookmark.url,
      ada.id,
      channel.stream_id,
    )
  })
  return channel
}

/** A channel with as many messages as a page has, each with three files. */
async function channelWithFiles(world: World): Promise<Channel> {
  const { ada } = world.cast
  const channel = await ownChannel(world)
  const links: string[] = []
  for (const name of ['one', 'two', 'three']) links.push(`[x](${(await uploadFile(ada, fileOf('x', name))).url})`)
  for (let index = 0; index < 50; index++) await ada.sends(channel, 'files', links.join(' '))
  return channel
}

export const pinCases: Cases = {
  'GET /parley/streams/:stream_id/pins': async (world) => ({
    fields: { stream_id: (await fullChannel(world)).stream_id },
  }),
  'POST /parley/messages/:message_id/pin': async (world) => ({
    fields: { message_id: (await world.cast.ada.sends(await ownChannel(world), 'lunch', 'Pizza?')).id },
  }),
  'POST /parley/streams/:stream_id/bookmarks': async (world) => ({
    fields: { stream_id: (await ownChannel(world)).stream_id, topic: undefined, ...bookmark },
  }),
  'DELETE /parley/pins/:pin_id': async (world) => {
    const { stream_id } = await ownChannel(world)
    const path = `/parley/streams/${stream_id}/bookmarks`
    return { fields: { pin_id: succeeded(await world.cast.ada.post(path, bookmark)).pin_id } }
  },
  'GET /parley/streams/:stream_id/files': async (world) => ({
    fields: { stream_id: (await channelWithFiles(world)).stream_id, topic: undefined, before: undefined },
  }),
}
