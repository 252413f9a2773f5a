import * as v from 'valibot'
import { logLine } from '../../../api/log-line'
import { parseJson } from '../../../api/parse-json'
import { purposes } from '../../../outside/purposes'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { realmUpdated } from '../../realm/settings/events'
import { ownUrl } from '../../realm/settings/own-url'
import { realmNumber } from '../../realm/settings/realm-number'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { realmUuidRow } from '../../realm/settings/uuid-storage'
import { everyone } from '../users/events'
import { cacheKey } from '../../../store/realm-cache'
import { askBouncer, type BouncerAnswer, type BouncerRequest } from './bouncer'
import { findPushRealm, UPLOAD_REFUSED, writePushRealm } from './realms-storage'
import { DISALLOWED, eventType, MISSING_REALM, type BouncerFailure, type People } from './rules'
import { activePeople, findPushStatus, writePushStatus, type PushStatus } from './storage'
import { uploadRealms } from './upload'

/** Whether this server has an account at a bouncer. */
export const hasBouncer = ({ config }: Pick<ReadOnlyRealm, 'config'>): boolean => config.push_bouncer.url !== ''

/** Returns what the bouncer is given about the realm. No other field is allowed. */
export const factsOf = (realm: ReadOnlyRealm) => {
  const { created_at, is_deactivated } = realmRow(realm)
  const { uuid, owner_secret } = realmUuidRow(realm)
  const { name, org_type, authentication_methods } = settingsOf(realm)
  const url = ownUrl(realm)
  return {
    id: realmNumber(realm),
    uuid,
    uuid_owner_secret: owner_secret,
    host: new URL(url).host,
    url,
    name,
    org_type,
    date_created: created_at,
    deactivated: is_deactivated,
    is_system_bot_realm: false,
    authentication_methods,
  }
}

/** The facts of a realm and its people, as the realm stores what it last gave. */
const storedShape = v.object({ facts: v.unknown(), people: v.record(v.string(), v.number()) })

const NO_STATUS: PushStatus = {
  facts: '',
  can_push: false,
  ends_at: null,
  checked_at: 0,
  checked_event: 0,
  pushed_at: 0,
}

/** The refresh that runs. Requests that run at the same time share it. */
const refreshCache = cacheKey<{ running?: Promise<void> }>({ survivesRollback: true })

type Refresh = { uploads?: boolean }

/**
 * Writes the facts of the realm for the next upload if they changed, and takes over what the bouncer answered to the last one.
 * If the bouncer never received the realm, or if `uploads` is true, all realms are uploaded now.
 */
export async function refreshStatus(realm: Realm, options: Refresh = {}): Promise<void> {
  const refresh = realm.cache.get(refreshCache, (): { running?: Promise<void> } => ({}))
  refresh.running ??= refreshNow(realm, options).finally(() => delete refresh.running)
  await refresh.running
}

async function refreshNow(realm: Realm, { uploads = false }: Refresh): Promise<void> {
  const before = findPushStatus(realm)
  const people = activePeople(realm.sql)
  const facts = JSON.stringify({ facts: factsOf(realm), people })
  if (before?.facts !== facts) await writeFacts(realm, before, people)
  const row = await findPushRealm(realm.d1, realm.name)
  if (uploads || row?.can_push === null)
    await uploadRealms({ config: realm.config, d1: realm.d1, purpose: purposes.push })
  const { can_push = null, ends_at = null } = (await findPushRealm(realm.d1, realm.name)) ?? {}
  realm.transaction(() => {
    const [checked_at, checked_event] = [realm.now(), realm.log.lastId]
    writePushStatus(realm, { ...(findPushStatus(realm) ?? NO_STATUS), facts, checked_at, checked_event })
    if (can_push !== null && !(can_push === UPLOAD_REFUSED && isTrusted(realm)))
      noteStatus(realm, { can_push: can_push === 1, expected_end_timestamp: ends_at })
  })
}

function writeFacts(realm: Realm, before: PushStatus | undefined, people: People): Promise<void> {
  const earlier = before && v.safeParse(storedShape, parseJson(before.facts))
  const earlierPeople = earlier?.success ? peopleIn(earlier.output.people) : undefined
  return writePushRealm(realm.d1, {
    realm_id: realm.name,
    facts: JSON.stringify(factsOf(realm)),
    people: JSON.stringify(people),
    event_type: eventType(earlierPeople, people),
    changed_at: realm.now(),
  })
}

const peopleIn = (counts: Record<string, number>): People => ({
  100: counts[100] ?? 0,
  200: counts[200] ?? 0,
  300: counts[300] ?? 0,
  400: counts[400] ?? 0,
  600: counts[600] ?? 0,
  bots: counts.bots ?? 0,
})

export type GivenStatus = { can_push: boolean; expected_end_timestamp: number | null }

/** So long after a notification that arrived, an upload that is refused does not end notifications. */
const TRUSTED_SECONDS = 3600

const isTrusted = (realm: ReadOnlyRealm): boolean => {
  const { can_push, pushed_at } = findPushStatus(realm) ?? NO_STATUS
  return can_push && realm.now() < pushed_at + TRUSTED_SECONDS
}

/** Stores whether the bouncer sends notifications of the realm, and publishes what changed. */
export function noteStatus(realm: Realm, { can_push, expected_end_timestamp }: GivenStatus): void {
  const before = findPushStatus(realm) ?? NO_STATUS
  if (before.can_push === can_push && before.ends_at === expected_end_timestamp) return
  writePushStatus(realm, { ...before, can_push, ends_at: expected_end_timestamp })
  const publish = (property: string, value: boolean | number | null) =>
    realm.publish(realmUpdated({ property, value }), everyone({}))
  if (before.can_push !== can_push) publish('push_notifications_enabled', can_push)
  if (before.ends_at !== expected_end_timestamp)
    publish('push_notifications_enabled_end_timestamp', expected_end_timestamp)
}

/** Notes that the bouncer accepted notifications, and what it answered about the realm. */
export function notePushed(realm: Realm, status: GivenStatus): void {
  const before = findPushStatus(realm) ?? NO_STATUS
  if (realm.now() >= before.pushed_at + TRUSTED_SECONDS / 2)
    writePushStatus(realm, { ...before, pushed_at: realm.now() })
  noteStatus(realm, status)
}

/**
 * Sends a request of the realm to the bouncer. If the bouncer does not know the realm, uploads all realms and repeats the request.
 * A bouncer that does not send for the realm ends its notifications.
 */
export async function askForRealm(realm: Realm, request: BouncerRequest): Promise<BouncerAnswer> {
  if (findPushStatus(realm) === undefined) await tryRefresh(realm)
  const first = await askBouncer(realm.config, request)
  if (first.ok || first.retry !== 'operator') return first
  const answer = first.code === MISSING_REALM ? await afterUpload(realm, request) : first
  if (!answer.ok && answer.retry === 'operator') noteOperatorProblem(realm, answer)
  return answer
}

/** The due work repeats a refresh that failed because of D1. */
async function tryRefresh(realm: Realm, options: Refresh = {}): Promise<void> {
  try {
    await refreshStatus(realm, options)
  } catch (error) {
    logLine('warn', 'push_status_not_refreshed', { realm: realm.name }, error)
  }
}

async function afterUpload(realm: Realm, request: BouncerRequest): Promise<BouncerAnswer> {
  await tryRefresh(realm, { uploads: true })
  return askBouncer(realm.config, request)
}

function noteOperatorProblem(realm: Realm, { code, msg }: BouncerFailure): void {
  logLine('error', 'push_refused', { realm: realm.name, code, msg })
  realm.transaction(() => noteRefused(realm, code))
}

/** A bouncer that does not know the realm, or does not send for it, ends its notifications. */
export function noteRefused(realm: Realm, code: string): void {
  if (code !== MISSING_REALM && code !== DISALLOWED) return
  writePushStatus(realm, { ...(findPushStatus(realm) ?? NO_STATUS), pushed_at: 0 })
  noteStatus(realm, { can_push: false, expected_end_timestamp: null })
}
