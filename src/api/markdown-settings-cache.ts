import { hash } from 'node:crypto'
import { NEW_REALM_MARKDOWN_SETTINGS, type MarkdownSettings, type RealmMarkdownSettings } from '../markdown/settings'
import { BoundedCache } from '../store/bounded-cache'
import { MEBIBYTE } from '../store/memory-size'
import { isSession, type Credential } from './callers'
import { markdownVersion, type AssumedMarkdown, type CurrentMarkdown } from './assumed-markdown'

/** The Markdown settings that one request assumes (see assumed-markdown.ts). */
export type MarkdownAssumption = {
  /** Returns the cached settings, and records that the request assumes them. Until `take`, they stay the same. */
  settings(): MarkdownSettings
  /** Returns the assumption for the next call of the realm, or undefined if `settings` was not called since the last one. */
  take(): AssumedMarkdown | undefined
  /** Caches the current settings that the realm returned. */
  update(current: CurrentMarkdown): void
}

/** The realm and the caller of a request, as far as the Worker can tell callers apart. */
export type MarkdownCaller = { realm_name: string; realm_url: string; authorization: string }

type RequestParts = {
  request: Request
  client: { realm_name: string; realm_url: string }
  credential: Credential | undefined
}

/** Returns the key of the Markdown cache. The Worker distinguishes callers only by their credentials. */
export const markdownCallerOf = ({ request, client: { realm_name, realm_url }, credential }: RequestParts) => ({
  realm_name,
  realm_url,
  authorization: isSession(credential)
    ? `session ${credential.session_id} ${credential.session_hash}`
    : (request.headers.get('authorization') ?? ''),
})

/** Returns the assumption of one request, from the cache of this isolate. */
export function markdownAssumption(caller: MarkdownCaller): MarkdownAssumption {
  let assumption: { settings: MarkdownSettings; assumed: AssumedMarkdown } | undefined
  return {
    settings() {
      assumption ??= assume(caller)
      return assumption.settings
    },
    take() {
      const assumed = assumption?.assumed
      assumption = undefined
      return assumed
    },
    update({ translate_emoticons, ...settings }) {
      realmCache.set(caller.realm_name, { version: markdownVersion(settings), settings })
      emoticonCache.set(callerKey(caller), translate_emoticons)
    },
  }
}

type VersionedSettings = { version: string; settings: RealmMarkdownSettings }

// One isolate serves many realms and callers, so the caches are limited.
const realmCache = new BoundedCache<VersionedSettings>(16 * MEBIBYTE)
const emoticonCache = new BoundedCache<boolean>(2 * MEBIBYTE)
let newRealm: VersionedSettings | undefined

function assume(caller: MarkdownCaller) {
  const { version, settings } = realmCache.get(caller.realm_name) ?? newRealmSettings()
  const assumed: AssumedMarkdown = { version }
  const translatesEmoticons = () => (assumed.translate_emoticons ??= emoticonCache.get(callerKey(caller)) ?? false)
  return { assumed, settings: { ...settings, realm_url: caller.realm_url, translatesEmoticons, proxied_media_url } }
}

/** The realm redirects from here to the address at which it fetches a file of another site for its users. */
const proxied_media_url = (url: string): string =>
  /^https?:/.test(url) ? `/thumbnail?url=${encodeURIComponent(url)}&size=full` : url

function newRealmSettings(): VersionedSettings {
  newRealm ??= {
    version: markdownVersion(NEW_REALM_MARKDOWN_SETTINGS),
    settings: NEW_REALM_MARKDOWN_SETTINGS,
  }
  return newRealm
}

/** The key is a hash, because the cache must not contain credentials. */
const callerKey = ({ realm_name, authorization }: MarkdownCaller) =>
  hash('sha256', `${realm_name} ${authorization}`, 'base64')
