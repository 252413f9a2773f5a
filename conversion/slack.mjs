import { emojiNamed } from './emoji.mjs'
import { linkToFile } from './file-store.mjs'
import { slackText } from './slack-text.mjs'
import { SlackThreads } from './slack-threads.mjs'

const CHANNELS = [
  { file: 'channels.json', isPrivate: false },
  { file: 'groups.json', isPrivate: true },
]
const CONVERSATIONS = ['mpims.json', 'dms.json']
const SKIPPED = new Set(
  (
    'channel_join channel_leave channel_name channel_topic channel_purpose channel_archive channel_unarchive ' +
    'pinned_item unpinned_item group_join group_leave'
  ).split(' '),
)
const MISSING_FILES = new Set(['tombstone', 'hidden_by_limit'])
const MISSING_ACCESS = new Set(['access_denied', 'file_not_found'])

/** Some exports have only private places, or only direct messages. */
export const isSlack = (files) =>
  files.has('users.json') && [...CHANNELS.map(({ file }) => file), ...CONVERSATIONS].some((name) => files.has(name))

/** Converts an export of Slack. `emails` has the addresses by the ids of users: newer exports do not contain them. */
export async function convertSlack(files, copy, { emails = {}, download, show }) {
  const slack = { files, copy, download, groups: new Map() }
  for await (const { text, place } of files.items('users.json'))
    await copy.tryRow(place, () => addUser(copy, JSON.parse(text), emails))
  for (const { file, isPrivate } of CHANNELS)
    for await (const { text, place } of files.items(file))
      await copy.tryRow(place, () => addChannel(copy, JSON.parse(text), isPrivate))
  for await (const { text, place } of files.items('usergroups.json'))
    await copy.tryRow(place, () => addGroup(slack, JSON.parse(text)))
  for (const { file } of CHANNELS)
    for await (const { text, place } of files.items(file))
      await copy.tryRow(place, async () => {
        const channel = JSON.parse(text)
        show(`Reading ${channel.name}`)
        await addMessages(slack, [channel.name, channel.id], { channel: channel.id })
      })
  for (const file of CONVERSATIONS)
    for await (const { text, place } of files.items(file))
      await copy.tryRow(place, async () => {
        const { id, name, members } = JSON.parse(text)
        const people = members.map((member) => copy.userFor(member).user_id)
        await addMessages(slack, [id, name], { people })
      })
}

function addUser(copy, user, emails) {
  const { id, profile = {} } = user
  const isBot = user.is_bot === true || user.is_app_user === true
  const role =
    user.is_primary_owner || user.is_owner
      ? 100
      : user.is_admin
        ? 200
        : user.is_restricted || user.is_ultra_restricted
          ? 600
          : 400
  copy.addUser({
    key: id,
    email: emails[id] ?? profile.email ?? user.email,
    name: profile.real_name || user.real_name || profile.display_name || user.name,
    role,
    isActive: user.deleted !== true,
    isBot,
    joined: user.updated ?? 0,
    timezone: user.tz ?? '',
  })
}

function addChannel(copy, channel, isPrivate) {
  copy.addChannel({
    key: channel.id,
    name: channel.name,
    about: channel.purpose?.value,
    isPrivate,
    isArchived: channel.is_archived === true,
    created: channel.created,
    creator: channel.creator,
    members: channel.members ?? [],
    isDefault: channel.is_general === true,
  })
}

function addGroup({ copy, groups }, { id, handle, name, description, users = [] }) {
  groups.set(id, copy.addGroup({ name: handle ?? name, about: description, members: users }))
}

/** Adds the messages of the folder of a conversation, a day at a time. The topics of threads are kept for all its days. */
async function addMessages(slack, folders, place) {
  const { files, copy } = slack
  const days = files.names
    .filter(
      (name) =>
        folders.some((folder) => folder !== undefined && name.startsWith(`${folder}/`)) && name.endsWith('.json'),
    )
    .sort()
  const threads = new SlackThreads()
  for (const day of days)
    await copy.tryRow(day, async () => {
      for await (const { text, place: where } of files.items(day))
        await copy.tryRow(where, () => addMessage(slack, JSON.parse(text), { ...place, threads }))
    })
}

async function addMessage(slack, message, { channel, people, threads }) {
  const { copy } = slack
  const { subtype, ts } = message
  if (message.type !== undefined && message.type !== 'message')
    return copy.report.skip('an entry is no message', message.type)
  if (SKIPPED.has(subtype)) return copy.report.skip('a notice of a change', '')
  if (message.user === 'U00') return copy.report.skip('a message of Slack itself', '')
  const at = microseconds(ts)
  const sender = writerOf(copy, message)
  const names = {
    userOf: (id) => copy.users.get(id),
    channelOf: (id) => copy.channels.get(id),
    groupOf: (id) => slack.groups.get(id),
    linked: (key) => copy.linkedKeys.add(key),
  }
  const stored = await storeFiles(slack, message.files ?? [])
  const content = contentOf(copy, message, { names, stored })
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
    copy.users.get(bot_id) ?? copy.addUser({ key: bot_id, name: bot_profile?.name ?? username ?? bot_id, isBot: true })
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

/** Returns the plain text of blocks: newer programs send only these. */
const textOfBlocks = (block) => {
  if (Array.isArray(block)) return block.map(textOfBlocks).join('')
  if (block === null || typeof block !== 'object') return ''
  if (block.type === 'user') return `<@${block.user_id}>`
  if (block.type === 'channel') return `<#${block.channel_id}>`
  if (block.type === 'link') return `<${block.url}|${block.text ?? block.url}>`
  if (block.type === 'emoji') return `:${block.name}:`
  if (typeof block.text === 'string') return block.text
  const inner = textOfBlocks(block.elements ?? block.text)
  return block.type === 'rich_text_section' ? `${inner}\n` : inner
}

function quoteOf({ title, title_link, text, fallback }, names) {
  const heading = title ? (title_link ? `[${title.replaceAll(/[[\]]/g, '')}](${title_link})` : title) : ''
  const body = slackText(text || (title ? '' : fallback), names)
  const all = [heading, body].filter((part) => part !== '').join('\n')
  return all === ''
    ? ''
    : all
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')
}

/** Returns the files of a message that could be downloaded. Their bytes are not in an export. */
async function storeFiles({ copy, download }, files) {
  const stored = new Map()
  if (download === undefined) return stored
  for (const file of files.filter(isAvailable)) {
    const { name, title, mimetype, url_private } = file
    const open = () => download(file.url_private_download ?? url_private)
    const found = await copy.files.storeUpload({ name: title || name || 'file', type: mimetype, open })
    if (found === undefined) copy.report.skip('a file could not be downloaded', url_private)
    else {
      copy.report.count('files')
      stored.set(file, found)
    }
  }
  return stored
}

const isAvailable = ({ url_private, mode, file_access }) =>
  Boolean(url_private) && !MISSING_FILES.has(mode) && !MISSING_ACCESS.has(file_access)

/** A file that was not downloaded is linked where it is. */
function linkToRemoteFile(copy, file) {
  const { name, title, url_private } = file
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
    return users.flatMap((user) => (copy.users.has(user) ? [{ ...emoji, user_id: copy.users.get(user).user_id }] : []))
  })
}
