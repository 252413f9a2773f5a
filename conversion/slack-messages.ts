import type { Download, Emoji, StoredFile } from './converted.ts'
import type { CopyWriter } from './copy-writer.ts'
import { emojiNamed } from './emoji.ts'
import { linkToFile } from './file-store.ts'
import { quoteOf } from './message-attachments.ts'
import { objectsIn } from './objects-in.ts'
import type { SlackAttachment, SlackFile, SlackMessage, SlackReaction } from './slack-archive.ts'
import { textOfBlocks } from './slack-blocks.ts'
import { slackText, type Names } from './slack-text.ts'
import type { SlackThreads } from './slack-threads.ts'
import type { SourceFiles } from './source-files.ts'

/** What is known of an export while it is read. */
export type Slack = {
  files: SourceFiles
  copy: CopyWriter
  download: Download | undefined
  /** The names of groups by their ids. */
  groups: Map<string, string>
  /** The folders that were read. */
  read: Set<string>
}

/** Where messages are: in a channel, whose threads have topics, or among people. */
export type ChannelOrPeople = { channel: string; people?: undefined } | { people: number[]; channel?: undefined }
type SlackPlace = ChannelOrPeople & { threads: SlackThreads }
type StoredFiles = Map<SlackFile, StoredFile>

/** The kinds of messages that people and programs write. All others are notices of what happened. */
const WRITTEN = new Set<string | undefined>([
  '',
  'bot_message',
  'me_message',
  'file_share',
  'file_comment',
  'thread_broadcast',
  'slackbot_response',
])
const MISSING_FILES = new Set<string | undefined>(['tombstone', 'hidden_by_limit'])
const MISSING_ACCESS = new Set<string | undefined>(['access_denied', 'file_not_found'])

/** Adds a message to a channel (`channel`, `threads`) or to people. */
export async function addSlackMessage(slack: Slack, message: SlackMessage, place: SlackPlace): Promise<void> {
  const { channel, people, threads } = place
  const { copy } = slack
  const { subtype, ts } = message
  if (message.type !== undefined && message.type !== 'message')
    return copy.report.skip('an entry is no message', message.type)
  if (subtype === 'tombstone') return copy.report.skip('a message was deleted at Slack', '')
  if (subtype !== undefined && !WRITTEN.has(subtype)) return copy.report.skip('a notice of a change', subtype)
  if (message.user === 'U00') return copy.report.skip('a message of Slack itself', '')
  const at = microseconds(ts)
  const sender = writerOf(copy, message)
  const names: Names = {
    userOf: (id) => copy.users.get(id),
    channelOf: (id) => copy.channels.get(id),
    groupOf: (id) => slack.groups.get(id),
    emojiOf: (name) => textOf(copy.emoji.named(name) ?? emojiNamed(name)),
    linked: (key) => copy.linkedKeys.add(key),
  }
  const stored = await storeFiles(slack, objectsIn(message.files))
  const content = withoutTokens(contentOf(copy, message, { names, stored }))
  if (content === '') return copy.report.skip('a message is empty', ts)
  const to =
    channel === undefined
      ? { people: [...people, sender.user_id] }
      : { channel, topic: threads.topicOf(message, content) }
  copy.addMessage({
    at,
    ...to,
    sender_id: sender.user_id,
    content,
    client: 'Slack',
    files: [...stored.values()],
    key: channel === undefined ? undefined : `${channel}/${ts}`,
    reactions: reactionsOf(copy, objectsIn(message.reactions)),
  })
}

const textOf = (emoji: Emoji | undefined) => emoji && `:${emoji.emoji_name}:`

/** The addresses of files have a token with which anyone reads all files of the workspace. */
const withoutTokens = (text: string) =>
  text.replaceAll(/([?&])t=xox[a-z][\w.%-]*(&?)/gi, (_, mark, more) => (more === '' ? '' : mark))

function microseconds(ts: string) {
  const [, seconds, micros = ''] = /^(\d{9,11})(?:\.(\d+))?$/.exec(String(ts)) ?? []
  if (seconds === undefined) throw new Error(`the time ${ts} cannot be read`)
  return Number(seconds) * 1e6 + Number(micros.padEnd(6, '0').slice(0, 6))
}

function writerOf(
  copy: CopyWriter,
  { user, bot_id, username, subtype, comment, user_profile, bot_profile }: SlackMessage,
) {
  const id = subtype === 'file_comment' ? comment?.user : user
  if (id !== undefined && id !== null) return copy.userFor(id, user_profile?.real_name ?? username)
  if (bot_id === undefined) throw new Error('it has no writer')
  return (
    copy.users.get(bot_id) ??
    copy.users.get(bot_profile?.user_id) ??
    copy.addUser({ key: bot_id, name: bot_profile?.name ?? username ?? bot_id, isBot: true })
  )
}

function contentOf(copy: CopyWriter, message: SlackMessage, { names, stored }: { names: Names; stored: StoredFiles }) {
  const { subtype, text, blocks, attachments, files } = message
  const written = subtype === 'file_comment' ? message.comment?.comment : text
  const body = slackText(written || textOfBlocks(blocks), names)
  const parts = [subtype === 'me_message' ? `/me ${body}` : body]
  for (const attachment of objectsIn(attachments))
    parts.push(quoteOf(withBlocks(attachment), (words) => slackText(words, names)))
  for (const file of objectsIn(files)) {
    const kept = stored.get(file)
    parts.push(kept ? linkToFile(kept) : linkToRemoteFile(copy, file))
  }
  return parts
    .filter((part) => part.trim() !== '')
    .join('\n')
    .trim()
}

/** What a program adds has texts, or blocks, or a message that it quotes. */
const withBlocks = ({ blocks, message_blocks, ...attachment }: SlackAttachment) => ({
  ...attachment,
  text: attachment.text || textOfBlocks(blocks) || quotedBlocks(message_blocks),
})

/** A message that another message quotes. */
const quotedBlocks = (blocks: unknown) =>
  Array.isArray(blocks) ? blocks.map(({ message }) => textOfBlocks(message?.blocks)).join('\n') : ''

/** Returns the files of a message that could be downloaded. Their bytes are not in an export. */
async function storeFiles({ copy, download }: Slack, files: readonly SlackFile[]) {
  const stored: StoredFiles = new Map()
  if (download === undefined) return stored
  for (const file of files.filter((each) => isAvailable(each) && !isCanvas(each))) {
    const { name, title, mimetype, url_private = '' } = file
    const open = () => download(file.url_private_download ?? url_private)
    const found = await copy.files.storeUpload({ name: title || name || 'file', type: mimetype, open })
    if (found === undefined) copy.report.skip('a file could not be downloaded', withoutTokens(url_private))
    else {
      copy.report.count('files')
      stored.set(file, found)
    }
  }
  return stored
}

/** A canvas is a document of Slack, and has no bytes. */
const isCanvas = ({ mimetype, filetype, mode }: SlackFile) =>
  mimetype === 'application/vnd.slack-docs' || [filetype, mode].some((kind) => kind === 'canvas' || kind === 'quip')

const isAvailable = ({ url_private, mode, file_access }: SlackFile) =>
  Boolean(url_private) && !MISSING_FILES.has(mode) && !MISSING_ACCESS.has(file_access)

/** A file that was not downloaded is linked where it is. */
function linkToRemoteFile(copy: CopyWriter, file: SlackFile) {
  const { name, title, url_private } = file
  if (isCanvas(file)) {
    copy.report.skip('a notice of a change', 'canvas')
    return ''
  }
  if (!isAvailable(file)) {
    copy.report.skip('a file was deleted or hidden at Slack', name ?? title)
    return ''
  }
  copy.report.count('files that stay at Slack')
  return `[${(title || name || 'file').replaceAll(/[[\]]/g, '')}](${url_private})`
}

function reactionsOf(copy: CopyWriter, reactions: readonly SlackReaction[]) {
  return reactions.flatMap(({ name, users }) => {
    const emoji = copy.emoji.named(name) ?? emojiNamed(name)
    if (emoji === undefined) {
      copy.report.skip('an emoji is unknown', name)
      return []
    }
    return [...new Set(Array.isArray(users) ? users : [])].flatMap((key) => {
      const user = copy.users.get(key)
      return user ? [{ ...emoji, user_id: user.user_id }] : []
    })
  })
}
