import { botWords, languageFor } from '../../../pages/words/catalogue'
import type { BotWords } from '../../../pages/words/bots-en'
import type { ReadOnlyRealm } from '../../../realm'
import { userSettingsOf } from '../../people/user-settings/storage'
import type { User } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'

/** Returns the texts of messages and notifications for one user, in the language of the user. */
export const wordsFor = (realm: ReadOnlyRealm, user: User): BotWords =>
  botWords(languageFor(userSettingsOf(realm, user).default_language, settingsOf(realm).default_language))

/** Returns the texts of messages in channels, which many users read: in the language of the organization. */
export const wordsOf = (realm: ReadOnlyRealm): BotWords => botWords(languageFor('', settingsOf(realm).default_language))
