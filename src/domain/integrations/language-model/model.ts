import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { OutsidePolicy } from '../../../outside/fetch-outside'
import { dayOf } from '../../../store/days'
import { limitRequest, requestCounts } from '../../../store/recent-requests'
import { hasRealmPermission } from '../../people/groups/membership'
import { insufficientPermission, isLinkGuest } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { deleteSecret } from '../../realm/secrets/actions'
import { findKeyOfServer, serverOfKey, writeKeyOfServer } from '../../realm/secrets/key-of-server'
import { outsidePolicy } from '../../realm/settings/outside-policy'
import { settingsOf } from '../../realm/settings/storage'
import { recordAudit } from '../../realm/audit-log/record'
import { modelIsAskedTooOften, modelIsIncomplete, modelIsNotChosen, speechIsNotChosen } from './errors'
import { addressOfTranscriptions } from './transcript-rules'
import { addUsage, usageSince } from './usage-storage'
import type { Completion } from './completion-rules'

/** Where the texts go that the model reads. */
export type Model =
  | { kind: 'platform'; name: string }
  | { kind: 'address'; name: string; url: string; key: string | undefined; policy: OutsidePolicy }

const SECRET = 'key of the language model'

/** Returns the model that the owners chose. Throws if they chose none, or what they chose lacks something. */
export function requireModel(realm: ReadOnlyRealm): Model {
  const {
    parley_language_model: kind,
    parley_language_model_name: name,
    parley_language_model_url: url,
  } = settingsOf(realm)
  if (kind === 'none') throw modelIsNotChosen({})
  if (kind === 'platform') return { kind, name }
  if (url === '' || name === '') throw modelIsIncomplete({})
  return { kind, name, url, key: findKeyOfServer(realm, SECRET, url), policy: outsidePolicy(realm) }
}

/** Returns the model that writes down speech: at the same server, under a name of its own. Throws if owners chose none. */
export function requireSpeechModel(realm: ReadOnlyRealm): Model {
  const {
    parley_language_model: kind,
    parley_speech_model_name: name,
    parley_language_model_url: own,
  } = settingsOf(realm)
  if (kind === 'none') throw modelIsNotChosen({})
  if (kind === 'platform') return { kind, name }
  const url = own === '' ? undefined : addressOfTranscriptions(own)
  if (url === undefined || name === '') throw speechIsNotChosen({})
  return { kind, name, url, key: findKeyOfServer(realm, SECRET, url), policy: outsidePolicy(realm) }
}

/** Returns the server for which the organization has a key. */
export const originOfKey = (realm: ReadOnlyRealm): string | undefined => serverOfKey(realm, SECRET)

/** Stores the key for the server of the chosen address. Throws if owners chose no address. */
export function writeKey(realm: Realm, actor: User, key: string): void {
  const { parley_language_model_url: url } = settingsOf(realm)
  if (url === '') throw modelIsIncomplete({})
  const origin = writeKeyOfServer(realm, SECRET, { url, key })
  recordAudit(realm, 'language_model_key_set', actor, { origin })
}

export function removeKey(realm: Realm, actor: User): void {
  if (originOfKey(realm) === undefined) return
  deleteSecret(realm, SECRET)
  recordAudit(realm, 'language_model_key_removed', actor, {})
}

/** Throws unless the user may ask the model. Anyone can have opened a guest link, and each question can cost. */
export function requireMayAsk(realm: ReadOnlyRealm, user: User): void {
  if (isLinkGuest(user) || !hasRealmPermission(realm, user, 'can_summarize_topics_group'))
    throw insufficientPermission({})
}

const LIMITS_OF_USER = [
  { seconds: 60, most: 10 },
  { seconds: 3600, most: 60 },
]
const questionsOfUser = requestCounts()

/** Counts a question to the model. Throws if the user or the organization asked too often. */
export function beginAsking(realm: Realm, user: User, requireChosen = requireModel): { model: Model } {
  requireMayAsk(realm, user)
  const model = requireChosen(realm)
  const most = settingsOf(realm).parley_language_model_requests
  const [today] = usageSince(realm.sql, dayOf(realm.now()))
  if ((today?.requests ?? 0) >= most) throw modelIsAskedTooOften({ most })
  limitRequest(realm, questionsOfUser, String(user.user_id), LIMITS_OF_USER)
  addUsage(realm.sql, dayOf(realm.now()), { requests: 1 })
  return { model }
}

type Tokens = Pick<Completion, 'input_tokens' | 'output_tokens'>

/** Adds what an answer cost, as the model counted it. */
export const noteAnswer = (realm: Realm, { input_tokens, output_tokens }: Tokens): void =>
  addUsage(realm.sql, dayOf(realm.now()), { input_tokens, output_tokens })

export const noteFailure = (realm: Realm): void => addUsage(realm.sql, dayOf(realm.now()), { failures: 1 })
