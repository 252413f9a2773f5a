import { emojiNamed } from './emoji.ts'
import { linkToFile } from './file-store.ts'
import { textOfBlocks } from './slack-blocks.ts'
import { slackText } from './slack-text.ts'

/** The kinds of messages that people and programs write. All others are notices of what happened. */
const WRITTEN = new Set([
  '',
  'bot_message',
  'me_message',
  'file_share',
  'file_comment',
  'thread_broadcast',
  'slackbot_response',
])
const MISSING_FILES = new Set(['tombstone', 'hidden_by_limit'])
const MISSING_ACCESS = new Set(['access_denied', 'file_not_found'])

/** Adds a message to a channel (`channel`, `threads`) or to people. */
export async function addSlackMessage(slack, message, { channel, people, threads }) {
  const { copy } = slack
  const { subtype, ts } = message
  if (message.type !== undefined && message.type !== 'message')
    return copy.report.skip('an entry is no message', message.type)
  if (subtype === 'tombstone') return copy.report.skip('a message was deleted at Slack', '')
  if (subtype !== undefined && !WRITTEN.has(subtype)) return copy.report.skip('a notice of a change', subtype)
  if (message.user === 'U00') return copy.report.skip('a message of Slack itself', '')
  const at = microseconds(ts)
  const sender = writerOf(copy, message)
  const names = {
    userOf: (id) => copy.users.get(id),
    channelOf: (id) => copy.channels.get(id),
    groupOf: (id) => slack.groups.get(id),
    emojiOf: (name) => textOf(copy.emojiNamed(name) ?? emojiNamed(name)),
    linked: (key) => copy.linkedKeys.add(key),
  }
  const stored = await storeFiles(slack, message.files ?? [])
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
    reactions: reactionsOf(copy, message.reactions ?? []),
  })
}

const textOf = (emoji) => emoji && `:${emoji.emoji_name}:`

/** The addresses of files have a token with which anyone reads all files of the workspace. */
const withoutTokens = (text) =>
  text.replaceAll(/([?&])t=xox[a-z][\w.%-]*(&?)/gi, (_, mark, more) => (more === '' ? '' : mark))

function microseconds(ts) {
  const [, seconds, micros = ''] = /^(\d{9,11})(?:\.(\d+))?$/.exec(String(ts)) ?? []
  if (seconds === undefined) throw new Error(`the time ${ts} cannot be read`)
  return Number(seconds) * 1e6 + Number(micros.padEnd(6, '0').slice(0, 6))
}

function writerOf(copy, { user, bot_id, username, subtype, comment, user_profile, bot_profile }) {
  const id = subtype === 'file_comment' ? comment?.user : user
  if (id !== undefined && id !== null) return copy.userFor(id, user_profile?.real_name ?? username)
  if (bot_id === undefined) throw new Error('it has no writer')
  return (
    copy.users.get(bot_id) ??
    copy.users.get(bot_profile?.user_id) ??
    copy.addUser({ key: bot_id, name: bot_profile?.name ?? username ?? bot_id, isBot: true })
  )
}

function contentOf(copy, message, { names, stored }) {
  const { subtype, text, blocks, attachments = [], files = [] } = message
  const written = subtype === 'file_comment' ? message.comment?.comment : text
  const body = slackText(written || textOfBlocks(blocks), names)
  const parts = [subtype === 'me_message' ? `/me ${body}` : body]
  for (const attachment of attachments) parts.push(quoteOf(attachment, names))
  for (const file of files) parts.push(stored.has(file) ? linkToFile(stored.get(file)) : linkToRemoteFile(copy, file))
  return parts
    .filter((part) => part.trim() !== '')
    .join('\n')
    .trim()
}

function quoteOf({ title, title_link, text, blocks, message_blocks, fallback }, names) {
  const heading = title ? (title_link ? `[${title.replaceAll(/[[\]]/g, '')}](${title_link})` : title) : ''
  const body = slackText(text || textOfBlocks(blocks) || quotedBlocks(message_blocks) || (title ? '' : fallback), names)
  const all = [heading, body].filter((part) => part !== '').join('\n')
  return all === ''
    ? ''
    : all
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')
}

/** A message that another message quotes. */
const quotedBlocks = (blocks) =>
  Array.isArray(blocks) ? blocks.map(({ message }) => textOfBlocks(message?.blocks)).join('\n') : ''

/** Returns the files of a message that could be downloaded. Their bytes are not in an export. */
async function storeFiles({ copy, download }, files) {
  const stored = new Map()
  if (download === undefined) return stored
  for (const file of files.filter((file) => isAvailable(file) && !isCanvas(file))) {
    const { name, title, mimetype, url_private } = file
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
const isCanvas = ({ mimetype, filetype, mode }) =>
  mimetype === 'application/vnd.slack-docs' || [filetype, mode].some((kind) => kind === 'canvas' || kind === 'quip')

const isAvailable = ({ url_private, mode, file_access }) =>
  Boolean(url_private) && !MISSING_FILES.has(mode) && !MISSING_ACCESS.has(file_access)

/** A file that was not downloaded is linked where it is. */
function linkToRemoteFile(copy, file) {
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

function reactionsOf(copy, reactions) {
  return reactions.flatMap(({ name, users = [] }) => {
    const emoji = copy.emojiNamed(name) ?? emojiNamed(name)
    if (emoji === undefined) {
      copy.report.skip('an emoji is unknown', name)
      return []
    }
    return [...new Set(users)].flatMap((user) =>
      copy.users.has(user) ? [{ ...emoji, user_id: copy.users.get(user).user_id }] : [],
    )
  })
}
