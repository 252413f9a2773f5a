import { problemOfAddress } from '../../../outside/address-rules'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { OWNER, type User } from '../../people/users/user'
import { recordAudit } from '../../realm/audit-log/record'
import { outsidePolicy } from '../../realm/settings/outside-policy'
import { nextWakeTime } from '../../writing/scheduled-messages/rules'
import type { Action, Automation, Trigger } from './automation'
import { refusalOfMaker } from './occasion'
import { publishAutomations } from './publish'
import {
  nextTime,
  noSuchAutomation,
  onlyStopped,
  refusalOfAnother,
  refusalOfName,
  timeHasPassed,
  urlIsInvalid,
  urlIsPrivate,
} from './rules'
import {
  allAutomations,
  automationsOf,
  deleteAutomation,
  findAutomation,
  insertAutomation,
  writeAutomation,
} from './storage'

export type NewAutomation = { name: string; trigger: Trigger; actions: readonly Action[] }

/** Creates an automation of the actor. It acts from now on. */
export function createAutomation(realm: Realm, actor: User, requested: NewAutomation): Automation {
  const { user_id } = actor
  const name = requested.name.trim()
  requireAllowed(realm, actor, { ...requested, name })
  const counts = { own: automationsOf(realm, user_id).length, all: allAutomations(realm).length }
  const refusal = refusalOfAnother(counts)
  if (refusal) throw refusal
  const { trigger, actions } = requested
  const due_at = requireTime(realm, trigger)
  const automation = { user_id, name, trigger, actions, is_enabled: true, due_at, created_at: realm.now() }
  const id = insertAutomation(realm, automation)
  recordAudit(realm, 'automation_created', { user_id }, { automation_id: id, ...auditDetails(automation) })
  publishAutomations(realm, user_id)
  return { id, ...automation }
}

const auditDetails = ({ name, trigger, actions }: NewAutomation) => ({
  name,
  trigger: trigger.kind,
  actions: actions.map(({ kind }) => kind),
})

/** Throws if the actor may not have this automation. What its actions need is asked at each run, and by trying it. */
export function requireAllowed(realm: ReadOnlyRealm, actor: User, { name, trigger, actions }: NewAutomation): void {
  const refusal = refusalOfName(name) ?? refusalOfMaker(realm, actor, trigger)
  if (refusal) throw refusal
  for (const action of actions) {
    const problem = action.kind === 'call' ? problemOfAddress(action.url, outsidePolicy(realm)) : undefined
    if (problem !== undefined) throw problem === 'invalid' ? urlIsInvalid({}) : urlIsPrivate({})
  }
}

/** Sets the alarm for the next time of a trigger, and returns that time. Throws if it has passed. */
function requireTime(realm: Realm, trigger: Trigger): number | null {
  const due_at = nextTime(trigger, realm.now())
  if (trigger.kind === 'time' && due_at === null) throw timeHasPassed({})
  if (due_at !== null) realm.wakeAt(nextWakeTime(realm.now(), due_at))
  return due_at
}

/** Returns an automation that the actor made, or any if the actor is an owner. Throws the same error for all others. */
export function getManagedAutomation(realm: ReadOnlyRealm, { user_id, role }: User, id: number): Automation {
  const automation = findAutomation(realm, id)
  if (automation === undefined || (automation.user_id !== user_id && role !== OWNER)) throw noSuchAutomation({})
  return automation
}

/** Returns an automation that the actor made. */
export function getOwnAutomation(realm: ReadOnlyRealm, { user_id }: User, id: number): Automation {
  const automation = findAutomation(realm, id)
  if (automation?.user_id !== user_id) throw noSuchAutomation({})
  return automation
}

export type AutomationChanges = Partial<NewAutomation> & { is_enabled?: boolean }

/** Changes an automation. Owners can only stop those of others: what acts with the rights of a user is made by that user. */
export function changeAutomation(realm: Realm, actor: User, id: number, changes: AutomationChanges): void {
  const before = getManagedAutomation(realm, actor, id)
  const {
    name = before.name,
    trigger = before.trigger,
    actions = before.actions,
    is_enabled = before.is_enabled,
  } = changes
  const after = { ...before, name: name.trim(), trigger, actions, is_enabled }
  const isStopped =
    changes.is_enabled === false && Object.values(changes).filter((value) => value !== undefined).length === 1
  if (before.user_id !== actor.user_id && !isStopped) throw onlyStopped({})
  if (!isStopped) requireAllowed(realm, actor, after)
  const due_at = is_enabled ? requireTime(realm, trigger) : null
  writeChange(realm, { ...after, due_at })
}

function writeChange(realm: Realm, automation: Automation, reason?: string): void {
  const { id: automation_id, user_id, is_enabled } = automation
  writeAutomation(realm, automation)
  const details = {
    automation_id,
    ...auditDetails(automation),
    is_enabled,
    ...(reason === undefined ? {} : { reason }),
  }
  recordAudit(realm, 'automation_changed', { user_id }, details)
  publishAutomations(realm, user_id)
}

/** Stops an automation whose maker lost the right to it. */
export const stopAfterLoss = (realm: Realm, automation: Automation, reason: string): void =>
  writeChange(realm, { ...automation, is_enabled: false, due_at: null }, reason)

/** Deletes an automation and all of its runs. A run that waits is not done. */
export function removeAutomation(realm: Realm, actor: User, id: number): void {
  const { user_id, name } = getManagedAutomation(realm, actor, id)
  deleteAutomation(realm, id)
  recordAudit(realm, 'automation_deleted', { user_id }, { automation_id: id, name })
  publishAutomations(realm, user_id)
}

/** Stops all automations of the organization. */
export function stopAllAutomations(realm: Realm): void {
  const enabled = allAutomations(realm).filter(({ is_enabled }) => is_enabled)
  if (enabled.length === 0) return
  for (const automation of enabled) writeAutomation(realm, { ...automation, is_enabled: false, due_at: null })
  recordAudit(realm, 'automations_stopped', {}, { automations: enabled.map(({ id }) => id) })
  for (const user_id of new Set(enabled.map((automation) => automation.user_id))) publishAutomations(realm, user_id)
}
