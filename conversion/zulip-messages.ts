import type { Flag, User, StoredFile, Edit } from './converted.ts'
import type { CopyWriter } from './copy-writer.ts'
import type { ExternalSort } from './external-sort.ts'
import { linkToFile } from './file-store.ts'
import { getOrAdd } from './get-or-add.ts'
import { linkTo } from './message-rows.ts'
import type { Show } from './storage.ts'
import { wordsOf } from './names.ts'
import { wholeSeconds } from './times.ts'
import type { ZulipFlags, ZulipMessage, ZulipReaction, ZulipSubmessage, ZulipEdit } from './zulip-archive.ts'
import type { Zulip } from './zulip-context.ts'

const PERSONAL = 1
const CHANNEL = 2
/** Bits of `flags_mask`. */
const READ = 1
const HISTORICAL = 1024
const FLAGS: [Flag, number][] = [
  ['starred', 2],
  ['collapsed', 4],
  ['historical', HISTORICAL],
]

/** The files of messages by their paths. */
type ZulipWithFiles = Zulip & { attachments: Map<string, StoredFile> }
/** Who received a message, and for whom it has flags. */
type Noted = { received: Set<number>; flags: Map<Flag, number[]> }
/** What other rows say about a message. */
type Facts = { noted: Noted | undefined; reactions: ZulipReaction[]; submessages: ZulipSubmessage[] }

/** Adds the messages of the files `messages-000001.json`, …, in the order of their ids. */
export async function zulipMessages(zulip: Zulip, show: Show) {
  const { files, copy } = zulip
  const attachments = await readAttachments(zulip)
  const reactions = byMessage(zulip.reactions)
  const submessages = byMessage(zulip.submessages)
  const names = files.names.filter((name) => /^messages-\d+\.json$/.test(name)).sort()
  for (const [index, name] of names.entries()) {
    show(`Reading messages: file ${index + 1} of ${names.length}`)
    const messages = new Map<number, { row: ZulipMessage; place: string }>()
    const noted = new Map<number, Noted>()
    for await (const { name: table, text, place } of files.items(name))
      await copy.tryRow(place, () => {
        const row = JSON.parse(text)
        if (table === 'zerver_message') messages.set(row.id, { row, place })
        if (table === 'zerver_usermessage') noteFlags(zulip, noted, row)
      })
    for (const [id, { row, place }] of [...messages].sort(([a], [b]) => a - b)) {
      const more = { noted: noted.get(id), reactions: await reactions(id), submessages: await submessages(id) }
      await copy.tryRow(place, () => addMessage({ ...zulip, attachments }, row, more))
    }
  }
}

async function readAttachments({ files, copy }: Zulip) {
  const attachments = new Map<string, StoredFile>()
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
function byMessage<Row extends { message: number }>(rows: ExternalSort<Row>) {
  const sorted = rows.sorted()
  let next: Row | undefined
  return async (id: number) => {
    const found: Row[] = []
    for (;;) {
      next ??= await firstOf(sorted)
      if (next === undefined || next.message > id) return found
      if (next.message === id) found.push(next)
      next = undefined
    }
  }
}

async function firstOf<Row>(rows: AsyncGenerator<Row>): Promise<Row | undefined> {
  const { done, value } = await rows.next()
  return done ? undefined : value
}

function noteFlags({ copy }: Zulip, all: Map<number, Noted>, { message, user_profile, flags_mask }: ZulipFlags) {
  const user = copy.users.get(user_profile)
  if (user === undefined) return
  const { received, flags } = getOrAdd<number, Noted>(all, message, () => ({ received: new Set(), flags: new Map() }))
  if ((flags_mask & HISTORICAL) === 0) received.add(user.user_id)
  const note = (flag: Flag) => getOrAdd(flags, flag, () => []).push(user.user_id)
  if ((flags_mask & READ) === 0) note('unread')
  for (const [flag, mask] of FLAGS) if ((flags_mask & mask) !== 0) note(flag)
}

function addMessage(zulip: ZulipWithFiles, row: ZulipMessage, { noted, reactions, submessages }: Facts) {
  const { copy, clients } = zulip
  const place = placeOf(zulip, row, copy.userFor(row.sender))
  const channel = copy.channels.get(place.channel)
  const sender = copy.userFor(row.sender)
  const files: StoredFile[] = []
  copy.addMessage({
    order: row.id,
    at: Math.floor(row.date_sent * 1e6),
    ...place,
    sender_id: sender.user_id,
    content: contentOf(zulip, row.content, files),
    client: clients.get(row.sending_client ?? 0) ?? 'Zulip',
    key: String(row.id),
    files,
    flags: [...(noted?.flags ?? [])],
    // In protected history, a user reads what they received.
    receivedBy: channel?.extra.history_public_to_subscribers === 0 ? [...(noted?.received ?? [])] : undefined,
    submessages:
      submessages.length === 0 ? undefined : submessages.flatMap((submessage) => submessageOf(copy, submessage)),
    edits: editsOf(zulip, row),
    reactions: reactions.flatMap((reaction) => reactionOf(copy, reaction)),
  })
}

export function placeOf(
  { copy, recipients, huddles }: Zulip,
  { recipient, subject }: { recipient: number; subject: string },
  sender: User,
) {
  const { type, type_id } = recipients.get(recipient) ?? {}
  if (type === CHANNEL && copy.channels.has(type_id)) return { channel: type_id, topic: wordsOf(subject) }
  if (type === PERSONAL) return { people: [sender.user_id, copy.userFor(type_id).user_id] }
  const people = huddles.get(recipient)
  if (people === undefined) throw new Error(`there is no recipient ${recipient}`)
  return { people: [...people, sender.user_id] }
}

/** Replaces the ids in mentions and links, and the addresses of files. */
function contentOf({ copy, attachments }: ZulipWithFiles, content: string, files: StoredFile[]) {
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
export const withMentions = (copy: CopyWriter, content: string) =>
  content.replaceAll(/@(_?)\*\*([^*|\n]+)\|(\d+)\*\*/g, (whole, silent, _, id) => {
    const user = copy.users.get(Number(id))
    return user ? `@${silent}**${user.full_name}|${user.user_id}**` : whole
  })

/** Returns the edits of the text, the oldest first. Moves are left out: the messages are where they were moved to. */
function editsOf({ copy }: Zulip, { sender, edit_history }: ZulipMessage): Edit[] {
  const history: ZulipEdit[] = typeof edit_history === 'string' ? JSON.parse(edit_history) : (edit_history ?? [])
  return history.toReversed().flatMap(({ user_id, timestamp, prev_content, prev_rendered_content }) => {
    if (prev_content === undefined) return []
    return {
      user_id: copy.userFor(user_id ?? sender).user_id,
      edited_at: wholeSeconds(timestamp),
      content: prev_content,
      rendered_content: prev_rendered_content ?? '',
    }
  })
}

function reactionOf(copy: CopyWriter, { user_profile, emoji_name, emoji_code, reaction_type }: ZulipReaction) {
  const user = copy.users.get(user_profile)
  if (user === undefined) return []
  if (reaction_type === 'realm_emoji') {
    const emoji = copy.emoji.withKey(emoji_code) ?? copy.emoji.named(emoji_name)
    if (emoji === undefined) copy.report.skip('an emoji is unknown', emoji_name)
    return emoji ? [{ ...emoji, user_id: user.user_id }] : []
  }
  // The server has its own spelling of the vendor's emoji.
  const ours = (name: string) => name.replace(/^zulip(?=_|$)/, 'svc')
  return [
    {
      emoji_name: ours(emoji_name),
      emoji_code: ours(emoji_code),
      reaction_type: ours(reaction_type),
      user_id: user.user_id,
    },
  ]
}

function submessageOf(copy: CopyWriter, { sender, msg_type, content }: ZulipSubmessage) {
  const user = copy.users.get(sender)
  return user === undefined ? [] : [{ sender_id: user.user_id, msg_type, content }]
}
