import type { Place, StoredFile, Text } from './converted.ts'
import type { ConverterOptions } from './converter.ts'
import type { CopyWriter } from './copy-writer.ts'
import { emojiNamed } from './emoji.ts'
import { linkToFile } from './file-store.ts'
import { getOrAdd } from './get-or-add.ts'
import { quoteOf } from './message-attachments.ts'
import type {
  MattermostBot,
  MattermostChannel,
  MattermostDirectPost,
  MattermostEmoji,
  MattermostObjects,
  MattermostPost,
  MattermostReply,
  MattermostUser,
} from './mattermost-archive.ts'
import { ThreadTopics, wordsOf } from './names.ts'
import { namesIn, objectsIn, requireName } from './objects-in.ts'
import { outsideCode } from './outside-code.ts'
import { mention } from './slack-text.ts'
import type { SourceFiles } from './source-files.ts'
import { isTime } from './times.ts'

type Mattermost = {
  files: SourceFiles
  copy: CopyWriter
  teams: number
  /** The names of users by the keys of their channels. */
  members: Map<string, string[]>
  topics: ThreadTopics
}

/** What is done with the objects of lines. */
type Actions = {
  [Type in keyof MattermostObjects]?: (
    mattermost: Mattermost,
    object: MattermostObjects[Type],
    place: string,
  ) => unknown
}

const DEFAULT_TOPIC = 'imported from Mattermost'

/** Returns the name of the file with the rows. Its name differs: `import.jsonl`, `export.json`, or what the operator chose. */
async function findList(files: SourceFiles) {
  for (const name of files.names.filter((each) => /^[^/]*\.jsonl?$/i.test(each)).sort())
    if (isRow(firstLineOf(await files.head(name)))) return name
  return undefined
}

const firstLineOf = (text: string) => parsed(text.trimStart().split('\n')[0] ?? '')
const isRow = (row: Line | undefined) => row !== undefined && row.object !== undefined

export const isMattermost = async (files: SourceFiles) => (await findList(files)) !== undefined

/**
 * Converts a bulk export of Mattermost: a line for each team, channel, user, bot, emoji and post. Lines of users name their
 * channels, so the members of channels are known when all of them are read. All teams become one realm.
 */
export async function convertMattermost(files: SourceFiles, copy: CopyWriter, { show }: ConverterOptions) {
  const list = await findList(files)
  if (list === undefined) return
  const mattermost: Mattermost = { files, copy, teams: 0, members: new Map(), topics: new ThreadTopics() }
  const read = async (actions: Actions) => {
    const acts = new Map(Object.entries(actions))
    for await (const { text, place } of files.lines(list)) {
      const row = parsed(text)
      // Lines that cannot be read are counted by the first reading.
      if (row === undefined && actions.team && text.trim() !== '') copy.report.skip('the row cannot be read', place)
      const [act, object] = [acts.get(String(row?.type)), row?.object]
      if (act && object) await copy.tryRow(place, () => act(mattermost, object, place))
    }
  }
  await read({ team: () => mattermost.teams++, user: addUser, bot: addBot })
  await read({ channel: addChannel, emoji: addEmoji })
  show('Reading messages')
  await read({ post: addPost, direct_post: addDirectPost })
}

/** What a line has: an object of the type. */
type Line = { type: unknown; object: AnyObject | undefined }
type AnyObject = MattermostUser &
  MattermostBot &
  MattermostChannel &
  MattermostEmoji &
  MattermostPost &
  MattermostDirectPost

/** Returns what a line has: the type of an object, and the object under this name. It is undefined if the line is no JSON. */
function parsed(text: string): Line | undefined {
  try {
    const row = JSON.parse(text)
    const type: unknown = row?.type
    return { type, object: typeof type === 'string' && Object.hasOwn(row, type) ? row[type] : undefined }
  } catch {
    return undefined
  }
}

const channelKey = (team: string, channel: string) => `${team}/${channel}`

async function addUser({ files, copy, members }: Mattermost, user: MattermostUser) {
  const { profile_image } = user
  const roles = `${user.roles ?? ''} ${objectsIn(user.teams)
    .map((team) => team.roles ?? '')
    .join(' ')}`
  const role = roles.includes('system_admin')
    ? 100
    : roles.includes('team_admin')
      ? 200
      : roles.includes('guest')
        ? 600
        : 400
  copy.addUser({
    key: user.username,
    email: user.email,
    name: [user.first_name, user.last_name].filter(Boolean).join(' ') || user.nickname || user.username,
    role,
    isActive: !isPast(user.delete_at),
    extra: await copy.pictureOf(profile_image ? () => fileAt(files, profile_image) : undefined),
  })
  for (const team of objectsIn(user.teams))
    for (const channel of objectsIn(team.channels))
      getOrAdd(members, channelKey(team.name, channel.name), () => []).push(user.username)
}

const addBot = ({ copy }: Mattermost, { username, display_name, delete_at }: MattermostBot) =>
  copy.addUser({ key: username, name: display_name || username, isBot: true, isActive: !isPast(delete_at) })

/** Accounts that exist have no time of deletion, or 0. */
const isPast = (milliseconds: number | undefined) => (milliseconds ?? 0) > 0

function addChannel(
  { copy, teams, members }: Mattermost,
  { team, name, display_name, type, header, purpose, deleted_at, delete_at }: MattermostChannel,
) {
  const key = channelKey(team, name)
  copy.addChannel({
    key,
    name: teams > 1 ? `${display_name || name} – ${team}` : display_name || name,
    about: purpose || header,
    isPrivate: type === 'P',
    isArchived: isPast(deleted_at ?? delete_at),
    members: members.get(key) ?? [],
    isDefault: name === 'town-square',
  })
}

const addEmoji = ({ files, copy }: Mattermost, { name, image }: MattermostEmoji) =>
  copy.emoji.add({ name, open: () => fileAt(files, image), extension: String(image).split('.').at(-1) })

/** Paths of files are below the folder `data`, with or without naming it. */
const fileAt = (files: SourceFiles, path: string) => files.open(path) ?? files.open(`data/${path}`)

async function addPost(mattermost: Mattermost, post: MattermostPost, place: string) {
  const { copy, topics } = mattermost
  const channel = channelKey(post.team, post.channel)
  if (!copy.channels.has(channel))
    return copy.report.skip('a message of a channel that the export does not list', place)
  const replies = objectsIn(post.replies)
  const isThread = replies.length > 0 && isTime(post.create_at / 1000)
  const topic = isThread ? topics.take(channel, post.create_at, post.message) : DEFAULT_TOPIC
  await copy.tryRow(place, () => addMessage(mattermost, post, { channel, topic }))
  for (const reply of replies) await copy.tryRow(place, () => addMessage(mattermost, reply, { channel, topic }))
}

async function addDirectPost(mattermost: Mattermost, post: MattermostDirectPost, place: string) {
  const names = post.channel_members ?? objectsIn(post.participants).map(({ username }) => username)
  const people = namesIn(names).map((name) => mattermost.copy.userFor(name).user_id)
  await mattermost.copy.tryRow(place, () => addMessage(mattermost, post, { people }))
  for (const reply of objectsIn(post.replies))
    await mattermost.copy.tryRow(place, () => addMessage(mattermost, reply, { people }))
}

async function addMessage(
  { files, copy }: Mattermost,
  { user, message, type, create_at, reactions, attachments, props }: MattermostReply,
  to: Place,
) {
  if (String(type ?? '').startsWith('system_')) return copy.report.skip('a notice of a change', '')
  if (!Number.isFinite(create_at)) throw new Error('it has no time')
  const sender = copy.userFor(requireName(user, 'writer'))
  const stored: StoredFile[] = []
  for (const { path } of objectsIn(attachments)) {
    const file = await copy.files.storeUpload({ name: String(path).split('/').at(-1), open: () => fileAt(files, path) })
    if (file === undefined) copy.report.skip('a file is missing in the export', path)
    else stored.push(file)
  }
  copy.report.count('files', stored.length)
  const added = objectsIn(props?.attachments).map((attachment) => quoteOf(attachment, (words) => markdown(copy, words)))
  const content = [markdown(copy, message), ...added, ...stored.map(linkToFile)]
    .filter((part) => part.trim() !== '')
    .join('\n')
  if (content === '') return copy.report.skip('a message is empty', '')
  copy.addMessage({
    at: create_at * 1000,
    ...(to.people ? { people: [...to.people, sender.user_id] } : to),
    sender_id: sender.user_id,
    content,
    client: 'Mattermost',
    files: stored,
    reactions: objectsIn(reactions).flatMap(({ user: name, emoji_name }) => {
      const emoji = copy.emoji.named(emoji_name) ?? emojiNamed(emoji_name)
      if (emoji === undefined) copy.report.skip('an emoji is unknown', emoji_name)
      const reactor = copy.users.get(name)
      return emoji && reactor ? [{ ...emoji, user_id: reactor.user_id }] : []
    }),
  })
}

/** Mattermost writes Markdown: only its mentions are different. Code stays as it is. */
const markdown = (copy: CopyWriter, text: Text) =>
  outsideCode(wordsOf(text), (piece: string) => withMentions(copy, piece))

const withMentions = (copy: CopyWriter, text: string) =>
  text.replaceAll(/(^|[^\w@])@([a-z0-9][a-z0-9._-]{0,63})/gi, (whole, before, written) => {
    if (['channel', 'all', 'here'].includes(written.toLowerCase())) return `${before}@**all**`
    for (let name = written.toLowerCase(); name !== ''; name = name.slice(0, -1)) {
      const user = copy.users.get(name)
      if (user) return `${before}${mention(user)}${written.slice(name.length)}`
      if (!/[._-]$/.test(name)) break
    }
    return whole
  })
