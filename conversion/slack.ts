import type { ConverterOptions } from './converter.ts'
import type { CopyWriter } from './copy-writer.ts'
import type { SlackChannel, SlackConversation, SlackGroup, SlackUser } from './slack-archive.ts'
import { addSlackEmoji } from './slack-emoji.ts'
import { namesIn, objectIn } from './objects-in.ts'
import { addSlackMessage, type Slack, type ChannelOrPeople } from './slack-messages.ts'
import { SlackThreads } from './slack-threads.ts'
import type { SourceFiles } from './source-files.ts'

const CHANNELS = [
  { file: 'channels.json', isPrivate: false },
  { file: 'groups.json', isPrivate: true },
]
const CONVERSATIONS = ['mpims.json', 'dms.json']
/** The messages of a day, in the folder of a conversation. */
const DAY = /^[^/]+\/\d{4}-\d\d-\d\d\.json$/
/** Some exports have only private places, or only direct messages. */
export const isSlack = (files: SourceFiles) =>
  files.has('users.json') && [...CHANNELS.map(({ file }) => file), ...CONVERSATIONS].some((name) => files.has(name))

/** Converts an export of Slack. `emails` has the addresses by the ids of users: newer exports do not contain them. */
export async function convertSlack(files: SourceFiles, copy: CopyWriter, { emails, download, show }: ConverterOptions) {
  const read = new Set<string>()
  const slack: Slack = { files, copy, download, groups: new Map(), read }
  for await (const { text, place } of files.items('users.json'))
    await copy.tryRow(place, () => addUser(copy, objectIn(text), emails))
  for (const { file, isPrivate } of CHANNELS)
    for await (const { text, place } of files.items(file))
      await copy.tryRow(place, () => addChannel(copy, objectIn(text), isPrivate))
  await addSlackEmoji(slack)
  for await (const { text, place } of files.items('usergroups.json'))
    await copy.tryRow(place, () => addGroup(slack, objectIn(text)))
  for (const { file } of CHANNELS)
    for await (const { text, place } of files.items(file))
      await copy.tryRow(place, async () => {
        const channel: SlackChannel = objectIn(text)
        show(`Reading ${channel.name}`)
        await addMessages(slack, [channel.name, channel.id], { channel: channel.id })
      })
  for (const file of CONVERSATIONS)
    for await (const { text, place } of files.items(file))
      await copy.tryRow(place, async () => {
        const { id, name, members }: SlackConversation = objectIn(text)
        if (!Array.isArray(members)) throw new Error('it has no members')
        const people = namesIn(members).map((member) => copy.userFor(member).user_id)
        await addMessages(slack, [id, name], { people })
      })
  for (const name of files.names)
    if (DAY.test(name) && !read.has(name.slice(0, name.indexOf('/'))))
      copy.report.skip('a day of a conversation that the export does not list', name)
}

/** The bot of an app has two ids: that of its account, and that in its messages. */
function addUser(copy: CopyWriter, user: SlackUser, emails: Record<string, string>) {
  const { id } = user
  const profile = user.profile ?? {}
  const isBot = user.is_bot === true || user.is_app_user === true
  const role =
    user.is_primary_owner || user.is_owner
      ? 100
      : user.is_admin
        ? 200
        : user.is_restricted || user.is_ultra_restricted
          ? 600
          : 400
  const added = copy.addUser({
    key: id,
    email: emails[id] ?? profile.email ?? user.email,
    name: profile.real_name || user.real_name || profile.display_name || user.name,
    role,
    isActive: user.deleted !== true,
    isBot,
    joined: user.updated ?? 0,
    timezone: user.tz ?? '',
  })
  if (profile.bot_id) copy.users.set(profile.bot_id, added)
}

function addChannel(copy: CopyWriter, channel: SlackChannel, isPrivate: boolean) {
  copy.addChannel({
    key: channel.id,
    name: channel.name,
    about: channel.purpose?.value,
    isPrivate,
    isArchived: channel.is_archived === true,
    created: channel.created,
    creator: channel.creator,
    members: namesIn(channel.members),
    isDefault: channel.is_general === true,
  })
}

function addGroup({ copy, groups }: Slack, { id, handle, name, description, users }: SlackGroup) {
  groups.set(id, copy.addGroup({ name: handle ?? name, about: description, members: namesIn(users) }))
}

/** Adds the messages of the folder of a conversation, a day at a time. The topics of threads are kept for all its days. */
async function addMessages(slack: Slack, named: readonly (string | undefined)[], place: ChannelOrPeople) {
  const { files, copy, read } = slack
  // A conversation can be listed twice.
  const folders = named.filter((folder) => folder !== undefined).filter((folder) => !read.has(folder))
  for (const folder of folders) read.add(folder)
  const days = files.names
    .filter((name) => folders.some((folder) => name.startsWith(`${folder}/`)) && name.endsWith('.json'))
    .sort()
  const threads = new SlackThreads()
  for (const day of days)
    await copy.tryRow(day, async () => {
      for await (const { text, place: where } of files.items(day))
        await copy.tryRow(where, () => addSlackMessage(slack, objectIn(text), { ...place, threads }))
    })
}
