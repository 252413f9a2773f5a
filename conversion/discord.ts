import type { Key, Reaction, StoredFile } from './converted.ts'
import type { ConverterOptions } from './converter.ts'
import type { CopyWriter } from './copy-writer.ts'
import type {
  DiscordAttachment,
  DiscordChannel,
  DiscordEmoji,
  DiscordMessage,
  DiscordReaction,
  DiscordReference,
  DiscordUser,
} from './discord-archive.ts'
import { emojiNamed, emojiOfCharacters } from './emoji.ts'
import { linkToFile } from './file-store.ts'
import { linkTo } from './message-rows.ts'
import { jsonItems } from './json-items.ts'
import { topicName, wordsOf } from './names.ts'
import { namesIn, objectIn, objectsIn, requireName } from './objects-in.ts'
import { mention } from './slack-text.ts'
import type { SourceFiles } from './source-files.ts'

/** The file of a channel that is read. `place` is undefined if its messages are left out. */
type Reading = { files: SourceFiles; copy: CopyWriter; folder: string; place: ChannelPlace | undefined }
type ChannelPlace = { channel: Key; topic: string }

const DEFAULT_TOPIC = 'imported from Discord'
const KINDS = new Set(['Default', 'Reply', 'ThreadStarterMessage', 'ApplicationCommand', 'ChatInputCommand'])

/** Each channel is one file, or several parts of one, which DiscordChatExporter wrote. */
const isExported = (name: string) => name.endsWith('.json') && !name.includes('_Files/')

/** The exporter writes the server and the channel first, and then the messages. */
async function isChannel(files: SourceFiles, name: string) {
  const found: string[] = []
  for await (const { name: field } of jsonItems([await files.head(name)])) if (found.push(field) === 2) break
  return found.join(' ') === 'guild channel'
}

export async function isDiscord(files: SourceFiles) {
  for (const name of files.names) if (isExported(name) && (await isChannel(files, name))) return true
  return false
}

export async function convertDiscord(files: SourceFiles, copy: CopyWriter, { show }: ConverterOptions) {
  for (const name of files.names.filter(isExported).sort()) {
    show(`Reading ${name}`)
    if (!(await isChannel(files, name))) {
      copy.report.skip('a file is no exported channel', name)
      continue
    }
    const reading: Reading = { files, copy, folder: name.slice(0, name.lastIndexOf('/') + 1), place: undefined }
    for await (const { name: field, text, place } of files.items(name))
      await copy.tryRow(place, async () => {
        if (field === 'channel') reading.place = placeOf(copy, JSON.parse(text))
        else if (field === 'messages') await addMessage(reading, objectIn(text))
      })
  }
}

/** A thread is a topic of the channel that it belongs to. Direct messages have no channel. */
function placeOf(copy: CopyWriter, channel: DiscordChannel): ChannelPlace | undefined {
  const { id, type, name, category, categoryId, topic } = channel
  if (String(type).startsWith('Direct')) {
    copy.report.skip('a direct conversation: the export does not say who is in it', name)
    return undefined
  }
  if (!String(type).includes('Thread')) {
    copy.addChannel({ key: id, name, about: topic ?? '' })
    return { channel: id, topic: DEFAULT_TOPIC }
  }
  if (String(type).includes('Private')) {
    copy.report.skip('a private thread: the export does not say who can read it', name)
    return undefined
  }
  copy.addChannel({ key: categoryId, name: category })
  return { channel: categoryId, topic: topicName(name, DEFAULT_TOPIC) }
}

async function addMessage(reading: Reading, message: DiscordMessage) {
  const { copy, place } = reading
  if (place === undefined) return copy.report.skip('a message of a conversation that was left out', '')
  if (!KINDS.has(message.type)) return copy.report.skip('a notice of a change', message.type)
  const at = Date.parse(message.timestamp) * 1000
  if (!Number.isFinite(at)) throw new Error(`the time ${message.timestamp} cannot be read`)
  const sender = addAuthor(copy, message.author)
  for (const person of objectsIn(message.mentions)) addAuthor(copy, person)
  copy.channels.get(place.channel)?.people.add(sender)
  const parts = [replyTo(copy, message.reference), textOf(copy, message)]
  for (const { title, url, description } of objectsIn(message.embeds))
    if (title || description)
      parts.push(
        [title && url ? `[${String(title).replaceAll(/[[\]]/g, '')}](${url})` : title, description]
          .filter(Boolean)
          .join('\n')
          .replaceAll(/^/gm, '> '),
      )
  const stored: StoredFile[] = []
  for (const attachment of objectsIn(message.attachments))
    parts.push(await linkToAttachment(reading, attachment, stored))
  for (const name of namesIn(objectsIn(message.stickers).map((sticker) => sticker.name)))
    parts.push(`(sticker: ${name})`)
  const content = parts.filter((part) => part.trim() !== '').join('\n')
  if (content === '') return copy.report.skip('a message is empty', message.id)
  copy.addMessage({
    at,
    ...place,
    sender_id: sender.user_id,
    content,
    client: 'Discord',
    files: stored,
    key: message.id,
    reactions: await reactionsOf(reading, objectsIn(message.reactions)),
  })
}

const addAuthor = (copy: CopyWriter, author: DiscordUser | null | undefined) =>
  copy.addUser({
    key: requireName(author?.id, 'writer'),
    name: author?.nickname || author?.name,
    isBot: author?.isBot === true,
  })

function replyTo(copy: CopyWriter, reference: DiscordReference | undefined) {
  if (!reference?.messageId) return ''
  copy.linkedKeys.add(reference.messageId)
  const { guildId, channelId, messageId } = reference
  const address = `https://discord.com/channels/${guildId ?? '@me'}/${channelId}/${messageId}`
  return `[In reply to](${linkTo(messageId, address)}):`
}

/** The exporter writes mentions as @name. Discord's own Markdown differs in few marks. */
function textOf(copy: CopyWriter, { content, mentions }: DiscordMessage) {
  let text = wordsOf(content)
    .replaceAll(/<a?:(\w+):\d+>/g, ':$1:')
    .replaceAll(/\|\|([^|\n]+)\|\|/g, '$1')
  const people = objectsIn(mentions).map(({ id, name, nickname }) => ({
    id,
    name,
    displayName: String(nickname || name || ''),
  }))
  for (const { id, name, displayName } of people.sort((a, b) => b.displayName.length - a.displayName.length)) {
    const marked = mention(copy.users.get(id), name)
    text = text.replaceAll(`<@${id}>`, marked).replaceAll(`<@!${id}>`, marked)
    if (displayName !== '') text = text.replaceAll(`@${displayName}`, marked)
  }
  return text.replaceAll(/(^|\s)@(?:everyone|here)\b/g, '$1@**all**')
}

/** With `--media`, the exporter writes files into folders beside the JSON, and their paths instead of addresses. */
function openMedia({ files, folder }: Reading, address: string | undefined) {
  const path = String(address ?? '').replaceAll('\\', '/')
  return files.open(`${folder}${path}`) ?? files.open(`${folder}${decoded(path)}`)
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Addresses of Discord end to work after a time, so the report counts the files that are only there. */
async function linkToAttachment(reading: Reading, { url, fileName: given }: DiscordAttachment, stored: StoredFile[]) {
  const { copy } = reading
  const fileName = String(given ?? 'file')
  const file = await copy.files.storeUpload({ name: fileName, open: () => openMedia(reading, url) })
  if (file) {
    copy.report.count('files')
    stored.push(file)
    return linkToFile(file)
  }
  copy.report.count('files that stay at Discord')
  return `[${fileName.replaceAll(/[[\]]/g, '')}](${url ?? ''})`
}

async function reactionsOf(reading: Reading, reactions: DiscordReaction[]) {
  const found: Reaction[] = []
  for (const { emoji, users } of reactions) {
    const reactors = objectsIn(users).filter(({ id }) => namesIn([id]).length === 1)
    const named = emoji && (await emojiOf(reading, emoji))
    if (!named) reading.copy.report.skip('an emoji is unknown', emoji?.name)
    if (reactors.length === 0) reading.copy.report.skip('a reaction without the names of users', emoji?.name)
    if (named) found.push(...reactors.map((user) => ({ ...named, user_id: addAuthor(reading.copy, user).user_id })))
  }
  return found
}

/** An emoji of the server is added with its first reaction, if the export has its picture. */
async function emojiOf(reading: Reading, { id, name, code, imageUrl }: DiscordEmoji) {
  if (!id) return emojiOfCharacters(name) ?? emojiNamed(code ?? '')
  const { copy } = reading
  if (copy.emoji.named(name) === undefined && openMedia(reading, imageUrl) !== undefined) {
    const extension = /\.(png|gif|jpe?g|webp)$/i.exec(String(imageUrl))?.[1]?.toLowerCase() ?? 'png'
    await copy.emoji.add({ name, open: () => openMedia(reading, imageUrl), extension })
  }
  return copy.emoji.named(name)
}
