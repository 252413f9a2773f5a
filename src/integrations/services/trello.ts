import { address, anything, at, dictionary, maybe, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { quoted } from '../wording/words'

const named = one({ name: text, shortLink: address })
const person = one({ fullName: text })
const data = one({
  board: named,
  card: one({ name: text, shortLink: address, desc: maybe(text), due: maybe(text) }),
  list: one({ name: text }),
  listBefore: one({ name: text }),
  listAfter: one({ name: text }),
  old: maybe(dictionary(anything)),
  value: maybe(text),
  text: maybe(text),
  attachment: one({ name: text, url: address }),
  checklist: one({ name: text }),
  checkItem: one({ name: text, state: maybe(text) }),
})
const fields = one({ action: one({ data, memberCreator: person, member: person }) })

type Data = {
  board: { name: string; shortLink: string }
  card: { name: string; shortLink: string; desc?: string | null; due?: string | null }
  list: { name: string }
  listBefore: { name: string }
  listAfter: { name: string }
  old?: Record<string, unknown> | null
  value?: string | null
  text?: string | null
  attachment: { name: string; url: string }
  checklist: { name: string }
  checkItem: { name: string; state?: string | null }
}
type Sentence = (data: Data, card: string, member: string) => string

const pretty = (date: unknown) =>
  typeof date === 'string' ? date.replace('T', ' ').replace('.000', '').replace('Z', ' UTC') : ''
const cardOf = ({ card }: Data) => `[${card.name}](https://trello.com/c/${card.shortLink})`
const labelOf = ({ value, text: name }: Data) => `a ${value ? `${value} ` : ''}label${name ? ` with "${name}"` : ''}`
const boardOf = ({ board }: Data) => `[${board.name}](https://trello.com/b/${board.shortLink})`

const before = (old: unknown) => (textAt(old, 'name') ? ` from "${textAt(old, 'name')}"` : '')

/** An update does not say what was updated, but it has the old values. */
const UPDATES: Readonly<Record<string, Sentence>> = {
  changeList: ({ listBefore, listAfter }, card) => `moved ${card} from ${listBefore.name} to ${listAfter.name}.`,
  changeName: ({ old }, card) => `renamed the card${before(old)} to ${card}.`,
  setDesc: (body, card) => `set description for ${card} to:\n${quoted(body.card.desc ?? '')}`,
  changeDesc: (body, card) =>
    `changed description for ${card} from\n${quoted(textAt(body.old, 'desc') ?? '')}\nto\n${quoted(body.card.desc ?? '')}`,
  removeDesc: (_, card) => `removed description from ${card}.`,
  setDueDate: (body, card) => `set due date for ${card} to ${pretty(body.card.due)}.`,
  changeDueDate: ({ old, card: now }, card) =>
    `changed due date for ${card} from ${pretty(at(old, 'due'))} to ${pretty(now.due)}.`,
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
  addLabelToCard: (body, card) => `added ${labelOf(body)} to ${card}.`,
  removeLabelFromCard: (body, card) => `removed ${labelOf(body)} from ${card}.`,
  addMemberToCard: (_, card, member) => `added ${member} to ${card}.`,
  removeMemberFromCard: (_, card, member) => `removed ${member} from ${card}.`,
  addAttachmentToCard: ({ attachment }, card) => `added [${attachment.name}](${attachment.url}) to ${card}.`,
  addChecklistToCard: ({ checklist }, card) => `added the ${checklist.name} checklist to ${card}.`,
  commentCard: (body, card) => `commented on ${card}:\n${quoted(body.text ?? '')}`,
  updateCheckItemStateOnCard: ({ checkItem, checklist, card }) =>
    `${checkItem.state === 'complete' ? 'checked' : 'unchecked'} **${checkItem.name}** in **${checklist.name}** ` +
    `([${card.name}](https://trello.com/c/${card.shortLink})).`,
}

const BOARD_ACTIONS: Readonly<Record<string, Sentence>> = {
  addMemberToBoard: (body, _, member) => `added ${member} to ${boardOf(body)}.`,
  removeMemberFromBoard: (body, _, member) => `removed ${member} from ${boardOf(body)}.`,
  createList: (body) => `added ${body.list.name} list to ${boardOf(body)}.`,
  updateBoard: (body) =>
    `renamed the board${textAt(body.old, 'name') ? ` from ${textAt(body.old, 'name')}` : ''} to ${boardOf(body)}.`,
}

const acted = (sentence: Sentence): AnyEvent =>
  on(fields, ({ action: { data: about, memberCreator, member } }) => {
    const content = `${memberCreator.fullName} ${sentence(about, cardOf(about), member.fullName)}`
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
  category: 'project-management',
  setup:
    'POST https://api.trello.com/1/tokens/TOKEN/webhooks?key=KEY with callbackURL: this address, and idModel: the id of the board.',
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
