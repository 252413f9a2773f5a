import type { Term } from '../routes/terms'
import { fold } from './fold'
import type { OwnState } from '../wire/own-state'

export type Suggestion = { term: Term } | { operator: string; negated: boolean }

/** Operators whose operand is one of a few words. */
export const CHOICES: Record<string, string[]> = {
  is: ['unread', 'mentioned', 'starred', 'dm', 'followed', 'resolved', 'alerted', 'muted'],
  has: ['link', 'image', 'attachment', 'reaction'],
  in: ['home', 'all'],
  channels: ['public', 'web-public', 'archived'],
}

/** All operators that the search offers, the most useful first. */
const OPERATORS = 'sender channel topic dm dm-including is has mentions in channels near with id'.split(' ')

const OF_USER = new Set(['sender', 'dm', 'dm-including', 'mentions'])
const OF_ID = new Set(['near', 'with', 'id'])
const MOST = 10
const MAX_OF_A_KIND = 4

/** Returns what the text of the search field may mean: operators, operands, or words in messages. */
export function suggest(state: OwnState, text: string): Suggestion[] {
  const written = text.trim()
  const parts = /^(-?)([a-z-]+):(.*)$/is.exec(written)
  const operator = parts?.[2]?.toLowerCase() ?? ''
  if (parts && OPERATORS.includes(operator)) {
    const operands = operandsOf(state, operator, parts[3]?.trim() ?? '').slice(0, MOST)
    return operands.map((operand) => ({ term: termOf(operator, operand, parts[1] === '-') }))
  }
  const negated = written.startsWith('-')
  const word = negated ? written.slice(1) : written
  const operators = OPERATORS.filter((name) => name.startsWith(word.toLowerCase()))
  if (word === '') return operators.map((name) => ({ operator: name, negated }))
  const of = (name: string) =>
    operandsOf(state, name, word)
      .slice(0, MAX_OF_A_KIND)
      .map((operand): Suggestion => ({ term: termOf(name, operand, negated) }))
  const all: Suggestion[] = [
    { term: termOf('search', word, negated) },
    ...operators.map((name) => ({ operator: name, negated })),
    ...['is', 'has', 'channel', 'sender', 'dm'].flatMap(of),
  ]
  return all.slice(0, MOST)
}

function termOf(operator: string, operand: Term['operand'], negated: boolean): Term {
  const value = operator === 'dm' && typeof operand === 'number' ? [operand] : operand
  return { operator, operand: value, ...(negated ? { negated: true as const } : {}) }
}

function operandsOf(state: OwnState, operator: string, text: string): (string | number)[] {
  const folded = fold(text)
  const choices = CHOICES[operator]
  if (choices !== undefined) return choices.filter((choice) => choice.startsWith(folded))
  if (OF_ID.has(operator)) return /^\d{1,15}$/.test(text) ? [operator === 'id' ? text : Number(text)] : []
  if (operator === 'topic') return topicsLike(state, text)
  const { realm_users, realm_non_active_users, cross_realm_bots, subscriptions, unsubscribed, never_subscribed } = state
  const rows = OF_USER.has(operator)
    ? [...realm_users, ...realm_non_active_users, ...cross_realm_bots].map(({ user_id, full_name }) => ({
        id: user_id,
        name: fold(full_name),
      }))
    : [...subscriptions, ...unsubscribed, ...never_subscribed].map(({ stream_id, name }) => ({
        id: stream_id,
        name: fold(name),
      }))
  return inOrder(rows, folded)
}

/** Returns the ids of the names that begin with the text, and then the ids of the names that contain it. */
function inOrder(rows: { id: number; name: string }[], folded: string): number[] {
  const starts = rows.filter(({ name }) => name.startsWith(folded))
  const others = rows.filter(({ name }) => !name.startsWith(folded) && name.includes(folded))
  return [...starts, ...others].slice(0, MOST).map(({ id }) => id)
}

function topicsLike(state: OwnState, text: string): string[] {
  const folded = fold(text)
  const names = new Set<string>(text === '' ? [] : [text])
  for (const { topic_name } of state.user_topics) names.add(topic_name)
  for (const { topic } of state.unread_msgs.streams) names.add(topic)
  return [...names].filter((name) => name !== '' && fold(name).includes(folded))
}
