import { parseJson } from '../../../api/parse-json'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { findReadableChannel } from '../../channels/subscriptions/access'
import type { User } from '../../people/users/user'
import { realmRow } from '../../realm/settings/storage'
import { idInToken, isAddressOf } from './address'
import type { Automation, Trigger } from './automation'
import { noSuchAutomation, shortened, tooManyRuns, wrongAnswers } from './rules'
import { startRun } from './start'
import { allAutomations, findAutomation } from './storage'

/** Returns the automation of an address. Throws the same error for one that is stopped as for one that does not exist. */
function automationAt(realm: Realm, token: string): Automation {
  const automation = findAutomation(realm, idInToken(token))
  const isOpen = automation?.is_enabled && automation.trigger.kind === 'webhook' && !realmRow(realm).is_deactivated
  if (automation === undefined || !isOpen || !isAddressOf(realm, automation, token)) throw noSuchAutomation({})
  return automation
}

/** Throws if the address starts nothing, before its body is read. */
export const requireAddress = (realm: Realm, token: string): object => ({ id: automationAt(realm, token).id })

/** Starts the automation of an address. The text is data: its mentions name no users. */
export function startByAddress(realm: Realm, token: string, body: string): void {
  const automation = automationAt(realm, token)
  if (!startRun(realm, automation, { person_id: null, message_id: null, text: shortened(textIn(body)) }))
    throw tooManyRuns({})
}

/** Returns the field `text` of JSON, as most programs for chats send it. Otherwise the whole body. */
function textIn(body: string): string {
  const json = parseJson(body)
  return typeof json === 'object' && json !== null && 'text' in json && typeof json.text === 'string' ? json.text : body
}

export type Form = { id: number; stream_id: number; title: string; fields: readonly string[]; user_id: number }

type FormTrigger = Extract<Trigger, { kind: 'form' }>

const formOf = ({ id, user_id }: Automation, { stream_id, title, fields }: FormTrigger): Form => ({
  id,
  user_id,
  stream_id,
  title,
  fields,
})

/** Returns the forms of the channels that a user can read. */
export const visibleForms = (realm: ReadOnlyRealm, viewer: User): Form[] =>
  allAutomations(realm).flatMap((automation) => {
    const { trigger, is_enabled } = automation
    if (trigger.kind !== 'form' || !is_enabled) return []
    return findReadableChannel(realm, viewer, trigger.stream_id) ? formOf(automation, trigger) : []
  })

/** Starts the automation of a form with the answers of the actor. */
export function fillInForm(realm: Realm, actor: User, id: number, answers: readonly string[]): void {
  const automation = findAutomation(realm, id)
  const form = visibleForms(realm, actor).find((each) => each.id === id)
  if (automation === undefined || form === undefined) throw noSuchAutomation({})
  if (answers.length !== form.fields.length) throw wrongAnswers({})
  const text = shortened(form.fields.map((field, index) => `${field}: ${answers[index]}`).join('\n'))
  if (!startRun(realm, automation, { person_id: actor.user_id, message_id: null, text })) throw tooManyRuns({})
}
