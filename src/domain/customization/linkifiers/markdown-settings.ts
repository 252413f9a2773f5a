import { markdownIsStale, markdownVersion, type AssumedMarkdown } from '../../../api/assumed-markdown'
import type { RealmMarkdownSettings } from '../../../markdown/settings'
import type { Realm, ReadOnlyRealm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { translatesEmoticons } from '../../people/user-settings/storage'
import type { User } from '../../people/users/user'
import { realmSettingsCache, settingsOf } from '../../realm/settings/storage'
import { linkifiersCache, markdownLinkifiers } from './storage'

/** Returns the realm's current settings for Markdown. */
export function realmMarkdownSettings(realm: ReadOnlyRealm): RealmMarkdownSettings {
  const { default_code_block_language, inline_image_preview } = settingsOf(realm)
  return { default_code_block_language, inline_image_preview, linkifiers: markdownLinkifiers(realm) }
}

type Actor = Pick<User, 'user_id'> | undefined

/** Returns a realm whose transactions throw `markdownIsStale` if a call assumed other Markdown settings than the current. */
export function withMarkdownCheck(assumed: AssumedMarkdown | undefined, realm: Realm, actor: Actor): Realm {
  if (assumed === undefined) return realm
  const transaction: Realm['transaction'] = (change) =>
    realm.transaction(() => {
      requireCurrentMarkdown(assumed, realm, actor)
      return change()
    })
  return { ...realm, transaction }
}

/** Reads the actor's setting only if the text has an emoticon: most texts have none, and reading it costs a row. */
function requireCurrentMarkdown(assumed: AssumedMarkdown, realm: ReadOnlyRealm, actor: Actor): void {
  const emoticonSetting = () => actor !== undefined && translatesEmoticons(realm.sql, actor.user_id)
  const { version, translate_emoticons } = assumed
  const areEmoticonsCurrent = translate_emoticons === undefined || translate_emoticons === emoticonSetting()
  if (version === currentVersion(realm) && areEmoticonsCurrent) return
  throw markdownIsStale({ ...realmMarkdownSettings(realm), translate_emoticons: emoticonSetting() })
}

const markdownVersionCache = cacheKey<string>({ invalidatedBy: [realmSettingsCache, linkifiersCache] })

const currentVersion = (realm: ReadOnlyRealm): string =>
  realm.cache.get(markdownVersionCache, () => markdownVersion(realmMarkdownSettings(realm)))
