import type { Key, Reaction } from './converted.ts'
import type { ConverterOptions } from './converter.ts'
import type { CopyWriter } from './copy-writer.ts'
import { emojiNamed, emojiOfCharacters } from './emoji.ts'
import { htmlToMarkdown, type Mentions } from './html-to-markdown.ts'
import { topicName, wordsOf } from './names.ts'
import { objectIn, objectsIn, requireName } from './objects-in.ts'
import type { SourceFiles } from './source-files.ts'
import type { Team, TeamsChannel, TeamsMessage, TeamsReaction, TeamsUser } from './teams-archive.ts'

export const isTeams = (files: SourceFiles) => files.has('teams/teamsList.json')

const LIKES: Record<string, string> = {
  like: '1f44d',
  heart: '2764',
  laugh: '1f604',
  surprised: '1f62e',
  sad: '1f622',
  angry: '1f620',
}

/** Converts an export of Microsoft Teams: a team is a channel here, and its channels are topics. */
export async function convertTeams(files: SourceFiles, copy: CopyWriter, { show }: ConverterOptions) {
  for await (const { text, place } of files.items('users/usersList.json'))
    await copy.tryRow(place, () => addUser(copy, rowIn(text)))
  const settings = new Map<Key, Team>()
  for await (const { text, place } of files.items('teams/teamsSettings.json'))
    await copy.tryRow(place, () => {
      const team: Team = rowIn(text)
      settings.set(idOf(team), team)
    })
  for await (const { text, place } of files.items('teams/teamsList.json'))
    await copy.tryRow(place, async () => {
      const team: Team = rowIn(text)
      show(`Reading ${nameOf(team)}`)
      await addTeam(files, copy, { ...settings.get(idOf(team)), ...team })
    })
}

/** Returns a row. The files of several programs spell the names of fields with a small or a capital first letter. */
function rowIn<Fields>(text: string): Fields {
  const row = objectIn<Record<string, unknown>>(text)
  const named = Object.entries(row).map(([name, value]) => [name.slice(0, 1).toLowerCase() + name.slice(1), value])
  return { ...Object.fromEntries(named), ...row }
}

const idOf = (team: Team) => team.groupId ?? team.groupsId ?? team.id ?? team.teamId
const nameOf = (row: { displayName?: string; name?: string }) => row.displayName ?? row.name

function addUser(copy: CopyWriter, user: TeamsUser) {
  copy.addUser({
    key: requireName(user.id ?? user.objectId ?? user.userId, 'id'),
    email: user.mail ?? user.userPrincipalName ?? user.email ?? user.user,
    name: nameOf(user),
    role: user.userType === 'Guest' ? 600 : 400,
    isActive: user.accountEnabled !== false,
  })
}

async function addTeam(files: SourceFiles, copy: CopyWriter, team: Team) {
  const id = requireName(idOf(team), 'id')
  const folder = `teams/${id}`
  const members: Key[] = []
  for await (const { text, place } of files.items(`${folder}/teamMembers_${id}.json`))
    await copy.tryRow(place, () => {
      const user: TeamsUser = rowIn(text)
      const key = requireName(user.userId ?? user.id, 'id')
      copy.userFor(key, nameOf(user))
      members.push(key)
    })
  copy.addChannel({
    key: id,
    name: nameOf(team),
    about: team.description,
    isPrivate: String(team.visibility ?? '').toLowerCase() === 'private',
    isArchived: (team.isArchived ?? team.archived) === true,
    created: (Date.parse(team.createdDateTime ?? '') || 0) / 1000,
    members,
  })
  const topics: Topics = new Map()
  for await (const { text, place } of files.items(`${folder}/channels_${id}.json`))
    await copy.tryRow(place, () => {
      const channel: TeamsChannel = rowIn(text)
      const isPrivate = String(channel.membershipType ?? 'standard').toLowerCase() === 'private'
      if (isPrivate) copy.report.skip('a private channel of a team', nameOf(channel))
      else topics.set(requireName(channel.id, 'id'), topicName(nameOf(channel), 'General'))
    })
  for await (const { text, place } of files.items(`${folder}/messages_${id}.json`))
    await copy.tryRow(place, () => addMessage(copy, rowIn(text), { channel: id, topics }))
}

/** The names of channels by their ids. */
type Topics = Map<Key, string>

function addMessage(copy: CopyWriter, message: TeamsMessage, { channel, topics }: { channel: Key; topics: Topics }) {
  const kind = message.messageType ?? 'message'
  if (kind !== 'message') return copy.report.skip('a notice of a change', kind)
  const topic = topics.get(message.channelIdentity?.channelId ?? message.channelId)
  if (topic === undefined) return copy.report.skip('a message of a channel that was left out', '')
  const author = message.from?.user ?? message.from?.application
  const sender = copy.userFor(requireName(author?.id ?? message.userId, 'writer'), author?.displayName)
  const at = Date.parse(message.createdDateTime ?? '') * 1000
  if (!Number.isFinite(at)) throw new Error('it has no time')
  const content = contentOf(copy, message)
  if (content === '') return copy.report.skip('a message is empty', message.id)
  copy.addMessage({
    at,
    channel,
    topic,
    sender_id: sender.user_id,
    content,
    client: 'Teams',
    reactions: objectsIn(message.reactions).flatMap((reaction) => reactionOf(copy, reaction)),
  })
}

function contentOf(copy: CopyWriter, message: TeamsMessage) {
  const { body, subject } = message
  const mentions: Mentions = new Map()
  for (const { id, mentioned, mentionText } of objectsIn(message.mentions))
    mentions.set(String(id), { user: copy.users.get(mentioned?.user?.id), text: mentionText })
  const written = wordsOf(body?.content)
  const text = body?.contentType === 'text' ? written : htmlToMarkdown(written, mentions)
  const links = objectsIn(message.attachments).flatMap(({ name, contentUrl }) => {
    if (!contentUrl) return []
    copy.report.count('files that stay at Teams')
    return [`[${String(name ?? 'file').replaceAll(/[[\]]/g, '')}](${contentUrl})`]
  })
  return [subject ? `**${subject}**` : '', text, ...links]
    .filter((part) => part.trim() !== '')
    .join('\n')
    .trim()
}

function reactionOf(copy: CopyWriter, { reactionType: given, user }: TeamsReaction): Reaction[] {
  const reactionType = wordsOf(given)
  const emoji =
    emojiOfCharacters(String.fromCodePoint(parseInt(LIKES[reactionType] ?? '0', 16))) ??
    emojiOfCharacters(reactionType) ??
    emojiNamed(reactionType)
  const reactor = copy.users.get(user?.user?.id)
  if (emoji === undefined) copy.report.skip('an emoji is unknown', reactionType)
  return emoji && reactor ? [{ ...emoji, user_id: reactor.user_id }] : []
}
