import { linkToFile } from './file-store.ts'
import { linkTo } from './message-rows.ts'
import { wholeSeconds } from './times.ts'

const PERSONAL = 1
const CHANNEL = 2
/** Bits of `flags_mask`. */
const READ = 1
const FLAGS = { starred: 2, collapsed: 4, historical: 1024 }

/** Adds the messages of the files `messages-000001.json`, …, in the order of their ids. */
export async function zulipMessages(zulip, show) {
  const { files, copy } = zulip
  const attachments = await readAttachments(zulip)
  const reactions = byMessage(zulip.reactions)
  const submessages = byMessage(zulip.submessages)
  const names = files.names.filter((name) => /^messages-\d+\.json$/.test(name)).sort()
  for (const [index, name] of names.entries()) {
    show(`Reading messages: file ${index + 1} of ${names.length}`)
    const messages = new Map()
    const flags = new Map()
    for await (const { name: table, text, place } of files.items(name))
      await copy.tryRow(place, () => {
        const row = JSON.parse(text)
        if (table === 'zerver_message') messages.set(row.id, { row, place })
        if (table === 'zerver_usermessage') noteFlags(zulip, flags, row)
      })
    for (const id of [...messages.keys()].sort((a, b) => a - b)) {
      const { row, place } = messages.get(id)
      const more = { flags: flags.get(id), reactions: await reactions(id), submessages: await submessages(id) }
      await copy.tryRow(place, () => addMessage({ ...zulip, attachments }, row, more))
    }
  }
}

async function readAttachments({ files, copy }) {
  const attachments = new Map()
  for await (const { text, place } of files.items('attachment.json'))
    await copy.tryRow(place, async () => {
      const { path_id, file_name, content_type } = JSON.parse(text)
      const open = () => files.open(`uploads/${path_id}`)
      const file = await copy.files.storeUpload({ name: file_name, type: content_type ?? undefined, open })
      if (file === undefined) return copy.report.skip('a file is missing in the export', path_id)
      copy.report.count('files')
      attachments.set(path_id, file)
    })
  return attachments
}

/** Returns a function that returns the rows of a message. Messages must be asked for in the order of their ids. */
function byMessage(rows) {
  const sorted = rows.sorted()[Symbol.asyncIterator]()
  let next
  return async (id) => {
    const found = []
    for (;;) {
      next ??= (await sorted.next()).value
      if (next === undefined || next.message > id) return found
      if (next.message === id) found.push(next)
      next = undefined
    }
  }
}

function noteFlags({ copy }, flags, { message, user_profile, flags_mask }) {
  const user = copy.users.get(user_profile)
  if (user === undefined) return
  if (!flags.has(message)) flags.set(message, { received: new Set() })
  const noted = flags.get(message)
  if ((flags_mask & FLAGS.historical) === 0) noted.received.add(user.user_id)
  const note = (flag) => (noted[flag] ??= []).push(user.user_id)
  if ((flags_mask & READ) === 0) note('unread')
  for (const [flag, mask] of Object.entries(FLAGS)) if ((flags_mask & mask) !== 0) note(flag)
}

function addMessage(zulip, row, { flags: { received = new Set(), ...flags } = {}, reactions, submessages }) {
  const { copy, clients } = zulip
  const place = placeOf(zulip, row, copy.userFor(row.sender))
  const channel = copy.channels.get(place.channel)
  const sender = copy.userFor(row.sender)
  const files = []
  copy.addMessage({
    order: row.id,
    at: Math.floor(row.date_sent * 1e6),
    ...place,
    sender_id: sender.user_id,
    content: contentOf(zulip, row.content, files),
    client: clients.get(row.sending_client) ?? 'Zulip',
    key: String(row.id),
    files,
    flags,
    // In protected history, a user reads what they received.
    receivedBy: channel?.extra.history_public_to_subscribers === 0 ? [...received] : undefined,
    submessages:
      submessages.length === 0 ? undefined : submessages.flatMap((submessage) => submessageOf(copy, submessage)),
    edits: editsOf(zulip, row),
    reactions: reactions.flatMap((reaction) => reactionOf(copy, reaction)),
  })
}

export function placeOf({ copy, recipients, huddles }, { recipient, subject }, sender) {
  const { type, type_id } = recipients.get(recipient) ?? {}
  if (type === CHANNEL && copy.channels.has(type_id)) return { channel: type_id, topic: subject }
  if (type === PERSONAL) return { people: [sender.user_id, copy.userFor(type_id).user_id] }
  const people = huddles.get(recipient)
  if (people === undefined) throw new Error(`there is no recipient ${recipient}`)
  return { people: [...people, sender.user_id] }
}

/** Replaces the ids in mentions and links, and the addresses of files. */
function contentOf({ copy, attachments }, content, files) {
  return withMentions(copy, content)
    .replaceAll(/\[([^[\]\n]*)\]\(\/?user_uploads\/([^()\s]+)\)/g, (whole, label, path) => {
      const file = attachments.get(decodeURIComponent(path))
      if (file === undefined) return whole
      files.push(file)
      return linkToFile({ ...file, name: label || file.name })
    })
    .replaceAll(/(?:https?:\/\/[^\s/)]+)?\/?#narrow\/(?:stream|channel)\/[^\s)#]*\/near\/(\d+)/g, (address, id) => {
      copy.linkedKeys.add(id)
      return linkTo(id, address)
    })
}

/** Replaces the ids of users in mentions. */
export const withMentions = (copy, content) =>
  content.replaceAll(/@(_?)\*\*([^*|\n]+)\|(\d+)\*\*/g, (whole, silent, _, id) => {
    const user = copy.users.get(Number(id))
    return user ? `@${silent}**${user.full_name}|${user.user_id}**` : whole
  })

/** Returns the edits of the text, the oldest first. Moves are left out: the messages are where they were moved to. */
function editsOf({ copy }, { sender, edit_history }) {
  const history = typeof edit_history === 'string' ? JSON.parse(edit_history) : (edit_history ?? [])
  return history
    .filter(({ prev_content }) => prev_content !== undefined)
    .toReversed()
    .map(({ user_id, timestamp, prev_content, prev_rendered_content }) => ({
      user_id: copy.userFor(user_id ?? sender).user_id,
      edited_at: wholeSeconds(timestamp),
      content: prev_content,
      rendered_content: prev_rendered_content ?? '',
    }))
}

function reactionOf(copy, { user_profile, emoji_name, emoji_code, reaction_type }) {
  const user = copy.users.get(user_profile)
  if (user === undefined) return []
  if (reaction_type === 'realm_emoji') {
    const emoji = copy.emojiOf(emoji_code) ?? copy.emojiNamed(emoji_name)
    if (emoji === undefined) copy.report.skip('an emoji is unknown', emoji_name)
    return emoji ? [{ ...emoji, user_id: user.user_id }] : []
  }
  // The server has its own spelling of the vendor's emoji.
  const ours = (name) => name.replace(/^zulip(?=_|$)/, 'svc')
  return [
    {
      emoji_name: ours(emoji_name),
      emoji_code: ours(emoji_code),
      reaction_type: ours(reaction_type),
      user_id: user.user_id,
    },
  ]
}

function submessageOf(copy, { sender, msg_type, content }) {
  const user = copy.users.get(sender)
  return user === undefined ? [] : [{ sender_id: user.user_id, msg_type, content }]
}
