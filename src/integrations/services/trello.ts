import { anything, at, dictionary, maybe, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { quoted } from '../wording/words'

const named = one({ name: text, shortLink: maybe(text) })
const person = one({ fullName: text })
const data = one({
  board: named,
  card: maybe(one({ name: text, shortLink: maybe(text), desc: maybe(text), due: maybe(text) })),
  list: maybe(one({ name: text })),
  listBefore: maybe(one({ name: text })),
  listAfter: maybe(one({ name: text })),
  old: maybe(dictionary(anything)),
  value: maybe(text),
  text: maybe(text),
  attachment: maybe(one({ name: text, url: maybe(text) })),
  checklist: maybe(one({ name: text })),
  checkItem: maybe(one({ name: text, state: maybe(text) })),
})
const fields = one({ action: one({ data, memberCreator: person, member: maybe(person) }) })

type Data = {
  board: { name: string; shortLink?: string | null }
  card?: { name: string; shortLink?: string | null; desc?: string | null; due?: string | null } | null
  list?: { name: string } | null
  listBefore?: { name: string } | null
  listAfter?: { name: string } | null
  old?: Record<string, unknown> | null
  value?: string | null
  text?: string | null
  attachment?: { name: string; url?: string | null } | null
  checklist?: { name: string } | null
  checkItem?: { name: string; state?: string | null } | null
}
type Sentence = (data: Data, card: string, member: string) => string

const pretty = (date: unknown) =>
  typeof date === 'string' ? date.replace('T', ' ').replace('.000', '').replace('Z', ' UTC') : ''
const cardOf = ({ card }: Data) => `[${card!.name}](https://trello.com/c/${card!.shortLink})`
const boardOf = ({ board }: Data) => `[${board.name}](https://trello.com/b/${board.shortLink})`

/** An update does not say what was updated, but it has the old values. */
const UPDATES: Readonly<Record<string, Sentence>> = {
  changeList: ({ listBefore, listAfter }, card) => `moved ${card} from ${listBefore!.name} to ${listAfter!.name}.`,
  changeName: ({ old }, card) => `renamed the card from "${textAt(old, 'name')}" to ${card}.`,
  setDesc: (body, card) => `set description for ${card} to:\n${quoted(body.card!.desc ?? '')}`,
  changeDesc: (body, card) =>
    `changed description for ${card} from\n${quoted(textAt(body.old, 'desc') ?? '')}\nto\n${quoted(body.card!.desc ?? '')}`,
  removeDesc: (_, card) => `removed description from ${card}.`,
  setDueDate: (body, card) => `set due date for ${card} to ${pretty(body.card!.due)}.`,
  changeDueDate: ({ old, card: now }, card) =>
    `changed due date for ${card} from ${pretty(at(old, 'due'))} to ${pretty(now!.due)}.`,
  removeDueDate: (_, card) => `removed the due date from ${card}.`,
  archiveCard: (_, card) => `archived ${card}.`,
  reopenCard: (_, card) => `reopened ${card}.`,
}

function updateOf(update: unknown): string | undefined {
  const [old, card] = [at(update, 'old'), at(update, 'card')]
  if (at(update, 'listBefore')) return 'changeList'
  if (at(old, 'name')) return 'changeName'
  const before = at(old, 'desc')
  if (before !== undefined) return before === '' ? 'setDesc' : at(card, 'desc') === '' ? 'removeDesc' : 'changeDesc'
  const due = at(old, 'due')
  if (due !== undefined) return due === null ? 'setDueDate' : at(card, 'due') ? 'changeDueDate' : 'removeDueDate'
  const closed = at(old, 'closed')
  if (closed !== undefined) return closed === true ? 'reopenCard' : 'archiveCard'
  // A card that moved within its list, for example.
  return undefined
}

const CARD_ACTIONS: Readonly<Record<string, Sentence>> = {
  ...UPDATES,
  createCard: (_, card) => `created ${card}.`,
  addLabelToCard: (body, card) => `added a ${body.value} label with "${body.text}" to ${card}.`,
  removeLabelFromCard: (body, card) => `removed a ${body.value} label with "${body.text}" from ${card}.`,
  addMemberToCard: (_, card, member) => `added ${member} to ${card}.`,
  removeMemberFromCard: (_, card, member) => `removed ${member} from ${card}.`,
  addAttachmentToCard: ({ attachment }, card) => `added [${attachment!.name}](${attachment!.url}) to ${card}.`,
  addChecklistToCard: ({ checklist }, card) => `added the ${checklist!.name} checklist to ${card}.`,
  commentCard: (body, card) => `commented on ${card}:\n${quoted(body.text ?? '')}`,
  updateCheckItemStateOnCard: ({ checkItem, checklist, card }) =>
    `${checkItem!.state === 'complete' ? 'checked' : 'unchecked'} **${checkItem!.name}** in **${checklist!.name}** ` +
    `([${card!.name}](https://trello.com/c/${card!.shortLink})).`,
}

const BOARD_ACTIONS: Readonly<Record<string, Sentence>> = {
  addMemberToBoard: (body, _, member) => `added ${member} to ${boardOf(body)}.`,
  removeMemberFromBoard: (body, _, member) => `removed ${member} from ${boardOf(body)}.`,
  createList: (body) => `added ${body.list!.name} list to ${boardOf(body)}.`,
  updateBoard: (body) => `renamed the board from ${textAt(body.old, 'name')} to ${boardOf(body)}.`,
}

const acted = (sentence: Sentence): AnyEvent =>
  on(fields, ({ action: { data: about, memberCreator, member } }) => {
    const card = about.card ? cardOf(about) : ''
    const content = `${memberCreator.fullName} ${sentence(about, card, member?.fullName ?? '')}`
    return { topic: about.board.name, content }
  })

function eventOf(body: unknown): string | undefined {
  const type = textAt(body, 'action', 'type') ?? ''
  if (type === 'updateCard') return updateOf(at(body, 'action', 'data'))
  // Other changes of a board are its preferences.
  return type === 'updateBoard' && !at(body, 'action', 'data', 'old', 'name') ? undefined : type
}

export const trello = integration({
  title: 'Trello',
  reads: json,
  event: eventOf,
  events: Object.fromEntries(
    Object.entries({ ...CARD_ACTIONS, ...BOARD_ACTIONS }).map(([name, sentence]) => [name, acted(sentence)]),
  ),
  ignores: ['copyCard', 'createCheckItem', 'updateCheckItem', 'updateList'],
  signature: hmac({
    header: 'x-trello-webhook',
    algorithm: 'sha1',
    encoding: 'base64',
    signed: ({ bytes, url }) => [bytes, url],
  }),
})
