import { bsonDocuments, readBson } from './bson.ts'
import type { Place, StoredFile, Text } from './converted.ts'
import type { ConverterOptions } from './converter.ts'
import type { CopyWriter } from './copy-writer.ts'
import { messageOf, Unreadable } from './failure.ts'
import { emojiNamed } from './emoji.ts'
import { GridFiles } from './grid-files.ts'
import { linkToFile } from './file-store.ts'
import { quoteOf } from './message-attachments.ts'
import { ThreadTopics, topicName, wordsOf } from './names.ts'
import { namesIn, objectsIn, requireName } from './objects-in.ts'
import { outsideCode } from './outside-code.ts'
import type {
  RocketAttachment,
  RocketAvatar,
  RocketEmoji,
  RocketMessage,
  RocketRoom,
  RocketSubscription,
  RocketUpload,
  RocketUser,
} from './rocketchat-archive.ts'
import { mention } from './slack-text.ts'
import type { SourceFiles } from './source-files.ts'

type Rocket = {
  files: SourceFiles
  copy: CopyWriter
  grid: GridFiles
  names: ThreadTopics
  /** The ids of pictures by those of users. */
  avatars: Map<string, string>
  rooms: Map<string, Place>
  /** The topics of threads by their first messages. */
  threads: Map<string, string>
  uploads: Map<string, RocketUpload>
}

const DEFAULT_TOPIC = 'imported from Rocket.Chat'

const AVATARS = 'rocketchat_avatars'
const EMOJI = 'custom_emoji'

const fileOf = (files: SourceFiles, name: string) =>
  files.names.find((path) => path === `${name}.bson` || path.endsWith(`/${name}.bson`))

export const isRocketChat = (files: SourceFiles) => fileOf(files, 'rocketchat_message') !== undefined

/** Converts a dump that `mongodump` made of the database of Rocket.Chat. */
export async function convertRocketChat(files: SourceFiles, copy: CopyWriter, { show }: ConverterOptions) {
  const grid = new GridFiles(copy.storage)
  const maps = { avatars: new Map(), rooms: new Map(), threads: new Map(), uploads: new Map() }
  const rocket: Rocket = { files, copy, grid, names: new ThreadTopics(), ...maps }
  const read = async <Document>(name: string, act: (rocket: Rocket, document: Document) => unknown) => {
    const path = fileOf(files, name)
    let number = 0
    if (path === undefined) return
    const documents = bsonDocuments(files.open(path) ?? [])
    for (;;) {
      const { done, value: bytes } = await documents.next().catch((error) => {
        throw new Unreadable(path, messageOf(error))
      })
      if (done) return
      await copy.tryRow(`${path}, document ${++number}`, () => act(rocket, readBson<Document>(bytes)))
    }
  }
  for (const bucket of ['rocketchat_uploads', AVATARS, EMOJI]) await copy.tryRow(bucket, () => grid.read(files, bucket))
  await read(AVATARS, ({ avatars }, { _id, userId }: RocketAvatar) => userId && avatars.set(userId, _id))
  await read('users', addUser)
  await read('rocketchat_custom_emoji', addEmoji)
  await read('rocketchat_room', addRoom)
  await read('rocketchat_room', addDiscussion)
  await read('rocketchat_subscription', addMember)
  await read('users', addRoomsOf)
  await read('rocketchat_uploads', ({ uploads }, { _id, name, type }: RocketUpload) =>
    uploads.set(_id, { _id, name, type }),
  )
  show('Reading messages')
  await read('rocketchat_message', noteThread)
  await read('rocketchat_message', addMessage)
  await grid.remove()
}

async function addUser({ copy, grid, avatars }: Rocket, user: RocketUser) {
  const { _id, username, name, emails, type, active, createdAt } = user
  const roles = namesIn(user.roles)
  const picture = avatars.get(_id)
  const role = roles.includes('admin') ? 200 : roles.includes('guest') ? 600 : 400
  const added = copy.addUser({
    key: _id,
    email: objectsIn(emails)[0]?.address,
    name: name || username || _id,
    role,
    isActive: active !== false,
    isBot: type === 'bot' || roles.includes('bot'),
    joined: createdAt instanceof Date ? createdAt.getTime() / 1000 : 0,
    extra: await copy.pictureOf(picture === undefined ? undefined : () => grid.open(AVATARS, picture)),
  })
  if (username !== undefined) copy.users.set(`@${username}`, added)
}

/** The file of an emoji has the name of the emoji, with and without its extension in older versions. */
async function addEmoji({ copy, grid }: Rocket, { name, aliases, extension }: RocketEmoji) {
  const id = [`${name}.${extension}`, name].find((candidate) => grid.has(EMOJI, candidate))
  for (const each of [name, ...namesIn(aliases).map(String)])
    await copy.emoji.add({ name: each, extension, open: () => (id === undefined ? undefined : grid.open(EMOJI, id)) })
}

/** Rooms are channels, private groups and direct conversations. Livechat has visitors without accounts. */
function addRoom({ copy, rooms }: Rocket, room: RocketRoom) {
  const { _id, t, name, fname, description, topic, archived, ts, u, usernames, uids, prid, teamMain } = room
  if (prid !== undefined || t === 'l') {
    if (t === 'l') copy.report.skip('a room of livechat', fname ?? _id)
    return
  }
  if (t === 'd') {
    const keys = uids ? namesIn(uids) : namesIn(usernames).map((username) => `@${username}`)
    rooms.set(_id, { people: keys.map((key) => copy.userFor(key).user_id) })
    return
  }
  copy.addChannel({
    key: _id,
    name: teamMain ? `[TEAM] ${fname || name}` : fname || name,
    about: description || topic,
    isPrivate: t === 'p',
    isArchived: archived === true,
    created: ts instanceof Date ? ts.getTime() / 1000 : 0,
    creator: u?._id,
    members: namesIn(usernames).map((username) => `@${username}`),
    isDefault: room.default === true || room.default === 'true',
  })
  rooms.set(_id, { channel: _id, topic: DEFAULT_TOPIC })
}

/** A discussion is a topic of its parent room. */
function addDiscussion({ rooms }: Rocket, { _id, prid, fname, name }: RocketRoom) {
  const parent = prid === undefined ? undefined : rooms.get(prid)
  if (parent !== undefined)
    rooms.set(_id, parent.channel ? { ...parent, topic: topicName(fname || name, DEFAULT_TOPIC) } : parent)
}

function addMember({ copy }: Rocket, { rid, u }: RocketSubscription) {
  const [channel, user] = [copy.channels.get(rid), copy.users.get(u?._id)]
  if (channel !== undefined && user !== undefined) channel.people.add(user)
}

/** Accounts list their rooms: a dump can lack the subscriptions. */
function addRoomsOf({ copy }: Rocket, { _id, __rooms }: RocketUser) {
  const user = copy.users.get(_id)
  for (const rid of namesIn(__rooms)) if (user !== undefined) copy.channels.get(rid)?.people.add(user)
}

/** The first messages of threads name their topics. Only these texts are kept. */
function noteThread({ threads, names }: Rocket, { _id, rid, tcount, msg, ts }: RocketMessage) {
  if ((tcount ?? 0) > 0 && ts instanceof Date) threads.set(_id, names.take(rid, ts.getTime(), msg))
}

async function addMessage(rocket: Rocket, message: RocketMessage): Promise<void> {
  const { files, copy, rooms, threads, uploads } = rocket
  const { _id, rid, u, msg, ts, t, tmid, reactions, file, attachments } = message
  if (t === 'e2e') return copy.report.skip('an encrypted message', _id)
  if (t !== undefined && t !== '') return copy.report.skip('a notice of a change', t)
  const place = rooms.get(rid)
  if (place === undefined) return copy.report.skip('a message of a room that was left out', rid)
  if (!(ts instanceof Date)) throw new Error('it has no time')
  const sender = copy.userFor(u?._id ?? `@${requireName(u?.username, 'writer')}`, u?.name ?? u?.username)
  const stored: StoredFile[] = []
  for (const { _id: id } of objectsIn(message.files ?? (file ? [file] : []))) {
    const upload = uploads.get(id)
    const path = upload && files.names.find((name) => name.endsWith(`/uploads/${id}`) || name === `uploads/${id}`)
    const open = () => (path ? files.open(path) : rocket.grid.open('rocketchat_uploads', id))
    const kept = upload && (await copy.files.storeUpload({ name: upload.name, type: upload.type, open }))
    if (kept) stored.push(kept)
    else copy.report.skip('a file is missing in the export', upload?.name ?? id)
  }
  const added = objectsIn(attachments).map((attachment) => textOfAttachment(copy, attachment, file !== undefined))
  const content = [markdown(copy, msg), ...added, ...stored.map(linkToFile)]
    .filter((part) => part.trim() !== '')
    .join('\n')
  if (content === '') return copy.report.skip('a message is empty', _id)
  const thread = threads.get(tmid ?? '') ?? threads.get(_id)
  copy.addMessage({
    at: ts.getTime() * 1000,
    ...(place.people
      ? { people: [...place.people, sender.user_id] }
      : { channel: place.channel, topic: thread ?? place.topic }),
    sender_id: sender.user_id,
    content,
    client: 'Rocket.Chat',
    files: stored,
    reactions: Object.entries(reactions ?? {}).flatMap(([name, reaction]) => {
      const emoji = copy.emoji.named(name.replaceAll(':', '')) ?? emojiNamed(name)
      if (emoji === undefined) copy.report.skip('an emoji is unknown', name)
      return namesIn(reaction?.usernames).flatMap((username) => {
        const user = copy.users.get(`@${username}`)
        return emoji && user ? [{ ...emoji, user_id: user.user_id }] : []
      })
    }),
  })
}

/** The attachment of a file has the words of its author. Its title is the name of the file. */
function textOfAttachment(copy: CopyWriter, attachment: RocketAttachment, isFile: boolean) {
  const text = attachment.text || attachment.description
  return isFile ? markdown(copy, text) : quoteOf({ ...attachment, text }, (words) => markdown(copy, words))
}

/** Rocket.Chat writes *bold* and _italic_, and names users with @. */
const markdown = (copy: CopyWriter, text: Text) => outsideCode(wordsOf(text), (piece: string) => prose(copy, piece))

const prose = (copy: CopyWriter, piece: string) =>
  piece
    .replaceAll(/(^|\s)\*([^*\s](?:[^*\n]*[^*\s])?)\*(?=$|[\s.,:;!?])/gm, '$1\u{e002}$2\u{e002}')
    .replaceAll(/(^|\s)_([^_\s](?:[^_\n]*[^_\s])?)_(?=$|[\s.,:;!?])/gm, '$1*$2*')
    .replaceAll(/(^|\s)~([^~\s](?:[^~\n]*[^~\s])?)~(?=$|[\s.,:;!?])/gm, '$1~~$2~~')
    .replaceAll('\u{e002}', '**')
    .replaceAll(/(^|[^\w@])@([\w.-]*\w)/g, (whole, before, name) => {
      if (name === 'all' || name === 'here') return `${before}@**all**`
      const user = copy.users.get(`@${name}`)
      return user ? `${before}${mention(user)}` : whole
    })
