import { emojiNamed, emojiOfCharacters } from './emoji.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'

export const isTeams = (files) => files.has('teams/teamsList.json')

const LIKES = { like: '1f44d', heart: '2764', laugh: '1f604', surprised: '1f62e', sad: '1f622', angry: '1f620' }

/** Converts an export of Microsoft Teams: a team is a channel here, and its channels are topics. */
export async function convertTeams(files, copy, { show }) {
  for await (const { text, place } of files.items('users/usersList.json'))
    await copy.tryRow(place, () => addUser(copy, JSON.parse(text)))
  const settings = new Map()
  for await (const { text, place } of files.items('teams/teamsSettings.json'))
    await copy.tryRow(place, () => {
      const team = JSON.parse(text)
      settings.set(idOf(team), team)
    })
  for await (const { text, place } of files.items('teams/teamsList.json'))
    await copy.tryRow(place, async () => {
      const team = JSON.parse(text)
      show(`Reading ${nameOf(team)}`)
      await addTeam(files, copy, { ...settings.get(idOf(team)), ...team })
    })
}

/** The files of several programs spell the names of fields with a small or a capital first letter. */
const fieldOf = (row, ...names) =>
  names
    .flatMap((name) => [row?.[name], row?.[name[0].toUpperCase() + name.slice(1)]])
    .find((value) => value !== undefined && value !== null)

const idOf = (row) => fieldOf(row, 'groupId', 'groupsId', 'id', 'teamId')
const nameOf = (row) => fieldOf(row, 'displayName', 'name')

function addUser(copy, user) {
  const isGuest = fieldOf(user, 'userType') === 'Guest'
  copy.addUser({
    key: fieldOf(user, 'id', 'objectId', 'userId'),
    email: fieldOf(user, 'mail', 'userPrincipalName', 'email', 'user'),
    name: nameOf(user),
    role: isGuest ? 600 : 400,
    isActive: fieldOf(user, 'accountEnabled') !== false,
  })
}

async function addTeam(files, copy, team) {
  const id = idOf(team)
  const folder = `teams/${id}`
  const members = []
  for await (const { text, place } of files.items(`${folder}/teamMembers_${id}.json`))
    await copy.tryRow(place, () => {
      const row = JSON.parse(text)
      const key = fieldOf(row, 'userId', 'id')
      copy.userFor(key, nameOf(row))
      members.push(key)
    })
  copy.addChannel({
    key: id,
    name: nameOf(team),
    about: fieldOf(team, 'description'),
    isPrivate: String(fieldOf(team, 'visibility') ?? '').toLowerCase() === 'private',
    isArchived: fieldOf(team, 'isArchived', 'archived') === true,
    created: (Date.parse(fieldOf(team, 'createdDateTime')) || 0) / 1000,
    members,
  })
  const topics = new Map()
  for await (const { text, place } of files.items(`${folder}/channels_${id}.json`))
    await copy.tryRow(place, () => {
      const row = JSON.parse(text)
      if (String(fieldOf(row, 'membershipType') ?? 'standard').toLowerCase() === 'private')
        return copy.report.skip('a private channel of a team', nameOf(row))
      topics.set(fieldOf(row, 'id'), nameOf(row))
    })
  for await (const { text, place } of files.items(`${folder}/messages_${id}.json`))
    await copy.tryRow(place, () => addMessage(copy, JSON.parse(text), { channel: id, topics }))
}

function addMessage(copy, message, { channel, topics }) {
  const kind = fieldOf(message, 'messageType') ?? 'message'
  if (kind !== 'message') return copy.report.skip('a notice of a change', kind)
  const topic = topics.get(fieldOf(message, 'channelIdentity')?.channelId ?? fieldOf(message, 'channelId'))
  if (topic === undefined) return copy.report.skip('a message of a channel that was left out', '')
  const author = fieldOf(message, 'from')?.user ?? fieldOf(message, 'from')?.application
  const sender = copy.userFor(author?.id ?? fieldOf(message, 'userId'), author?.displayName)
  const at = Date.parse(fieldOf(message, 'createdDateTime')) * 1000
  if (!Number.isFinite(at)) throw new Error('it has no time')
  const content = contentOf(copy, message)
  if (content === '') return copy.report.skip('a message is empty', fieldOf(message, 'id'))
  copy.addMessage({
    at,
    channel,
    topic,
    sender_id: sender.user_id,
    content,
    client: 'Teams',
    reactions: (fieldOf(message, 'reactions') ?? []).flatMap((reaction) => reactionOf(copy, reaction)),
  })
}

function contentOf(copy, message) {
  const body = fieldOf(message, 'body') ?? {}
  const mentions = new Map(
    (fieldOf(message, 'mentions') ?? []).map(({ id, mentioned, mentionText }) => [
      String(id),
      { user: copy.users.get(mentioned?.user?.id), text: mentionText },
    ]),
  )
  const subject = fieldOf(message, 'subject')
  const text = body.contentType === 'text' ? String(body.content ?? '') : htmlToMarkdown(body.content ?? '', mentions)
  const links = (fieldOf(message, 'attachments') ?? []).flatMap(({ name, contentUrl }) => {
    if (!contentUrl) return []
    copy.report.count('files that stay at Teams')
    return [`[${String(name ?? 'file').replaceAll(/[[\]]/g, '')}](${contentUrl})`]
  })
  return [subject ? `**${subject}**` : '', text, ...links]
    .filter((part) => part.trim() !== '')
    .join('\n')
    .trim()
}

function reactionOf(copy, { reactionType, user }) {
  const emoji =
    emojiOfCharacters(String.fromCodePoint(parseInt(LIKES[reactionType] ?? '0', 16))) ??
    emojiOfCharacters(reactionType) ??
    emojiNamed(reactionType)
  const reactor = copy.users.get(user?.user?.id)
  if (emoji === undefined) copy.report.skip('an emoji is unknown', reactionType)
  return emoji && reactor ? [{ ...emoji, user_id: reactor.user_id }] : []
}
