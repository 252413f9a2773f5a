import { markdownIsStale, versionOf, type ReliedOn } from '../../../api/markdown-settings-cache'
import type { RealmMarkdownSettings } from '../../../markdown/settings'
import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { translatesEmoticons } from '../../people/user-settings/storage'
import type { User } from '../../people/users/user'
import { realmSettingsCache, settingsOf } from '../../realm/settings/storage'
import { linkifiersCache, linkifiersOf } from './storage'

/** How this realm's Markdown is to be read, as of now. */
export function realmMarkdown(realm: Realm): RealmMarkdownSettings {
  const { default_code_block_language, inline_image_preview } = settingsOf(realm)
  return { default_code_block_language, inline_image_preview, linkifiers: linkifiersOf(realm) }
}

type Actor = Pick<User, 'user_id'> | undefined

/** The realm for a call that parsed Markdown: whatever it writes, in whichever transaction, is undone if that was in another way than now. */
export function relyingOn(reliedOn: ReliedOn | undefined, realm: Realm, actor: Actor): Realm {
  if (reliedOn === undefined) return realm
  const transaction: Realm['transaction'] = (change) =>
    realm.transaction(() => {
      refuseStale(reliedOn, realm, actor)
      return change()
    })
  return { ...realm, transaction }
}

// The realm's settings, and where they mattered the sender's.
function refuseStale(reliedOn: ReliedOn, realm: Realm, actor: Actor): void {
  const { version, translate_emoticons } = reliedOn
  const isOthers = translate_emoticons !== undefined && translate_emoticons !== translates(realm, actor)
  if (version === currentVersion(realm) && !isOthers) return
  throw markdownIsStale({ ...realmMarkdown(realm), translate_emoticons: translates(realm, actor) })
}

const markdownVersionCache = cacheKey<string>({ invalidatedBy: [realmSettingsCache, linkifiersCache] })

const currentVersion = (realm: Realm): string =>
  realm.cache.get(markdownVersionCache, () => versionOf(realmMarkdown(realm)))

const translates = (realm: Realm, actor: Actor) => actor !== undefined && translatesEmoticons(realm.sql, actor.user_id)
