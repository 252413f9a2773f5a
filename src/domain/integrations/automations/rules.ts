import { badRequest, notFound, type ApiError } from '../../../api/errors'
import { truncateTopicName } from '../../channels/topics/rules'
import { SECONDS_PER_DAY, SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { quoteBlock } from '../../writing/bot-messages/rules'
import type { Trigger } from './automation'
import { AUTOMATIONS_PER_USER, MAX_AUTOMATIONS, MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from './limits'

export const noSuchAutomation = notFound(() => 'Automation does not exist')
export const automationNameIsInvalid = badRequest(() => `A name has 1 to ${MAX_NAME_LENGTH} characters`)
export const urlIsInvalid = badRequest(() => 'An address is not a URL')
export const urlIsPrivate = badRequest(() => 'This server does not call one of the addresses')
export const tooManyAutomations = badRequest(
  () => `A user has at most ${AUTOMATIONS_PER_USER} automations, and an organization ${MAX_AUTOMATIONS}`,
)
export const timeHasPassed = badRequest(() => 'The time of the automation has passed')
export const tooManyRuns = badRequest(() => 'The automation runs too often. Try again in a minute.')
export const wrongAnswers = badRequest(() => 'The form has another number of fields')
export const noPlace = badRequest(() => 'There is no message in whose topic the automation could write')
export const noPerson = badRequest(() => 'There is no user whom the automation could name')
export const makerIsDeactivated = badRequest(() => 'The maker of the automation is deactivated')
export const onlyStopped = badRequest(() => 'Owners can only stop and delete the automations of others')

export function refusalOfName(name: string): ApiError | undefined {
  const { length } = [...name]
  return length === 0 || length > MAX_NAME_LENGTH ? automationNameIsInvalid({}) : undefined
}

export const refusalOfAnother = (counts: { own: number; all: number }): ApiError | undefined =>
  counts.own >= AUTOMATIONS_PER_USER || counts.all >= MAX_AUTOMATIONS ? tooManyAutomations({}) : undefined

/** Returns whether a text has one of the words, in either case. Without words, each text. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return words.length === 0 || words.some((word) => lower.includes(word.toLowerCase()))
}

/** Returns the next time of a trigger after `now`; null if there is none. Times that passed unseen are left out. */
export function nextTime(trigger: Trigger, now: number): number | null {
  if (trigger.kind !== 'time') return null
  const { at, every } = trigger
  if (at > now) return at
  if (every === 'once') return null
  const period = every === 'week' ? SECONDS_PER_WEEK : SECONDS_PER_DAY
  let next = at + Math.ceil((now + 1 - at) / period) * period
  while (every === 'weekday' && isWeekend(next)) next += SECONDS_PER_DAY
  return next
}

const isWeekend = (seconds: number): boolean => [0, 6].includes(new Date(seconds * 1000).getUTCDay())

/** What the places in braces stand for. */
export type Filling = { person: string; text: string; link: string }

/** Returns a template with the values in place of the names in braces. Values are not searched again. */
export const filled = (template: string, filling: Filling): string =>
  template.replaceAll(/\{(person|text|link)\}/g, (_, name: keyof Filling) => filling[name])

const REFERENCE = /[@#](?=_?\*)/g
const FENCE = /```|~~~/

/**
 * Returns a text of others for a template, as a quote. It names no users, groups or channels: those would be looked up with the rights of
 * the maker. In a template with a fence, each line is quoted, so that none of them can end a block of the maker.
 */
export function quoted(text: string, template: string): string {
  if (text === '') return ''
  const inert = text.replaceAll(REFERENCE, (character) => `&#${character.charCodeAt(0)};`)
  return `\n${FENCE.test(template) ? `> ${inert.replaceAll('\n', '\n> ')}` : quoteBlock(inert)}\n`
}

/** Returns the name of a topic: one line, as long as topics are. */
export const filledTopic = (template: string, filling: Filling): string =>
  truncateTopicName(filled(template, filling).replaceAll(/\s+/g, ' ').trim())

export const shortened = (text: string): string =>
  Array.from(text.slice(0, 2 * MAX_TEXT_LENGTH))
    .slice(0, MAX_TEXT_LENGTH)
    .join('')
