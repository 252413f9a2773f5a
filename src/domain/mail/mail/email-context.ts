import type { ReadOnlyRealm } from '../../../realm'
import { emailWords, languageFor, type Language } from '../../../pages/words/catalogue'
import type { EmailWords } from '../../../pages/words/emails-en'
import type { Email } from '../../../store/email'
import { userSettingsOf } from '../../people/user-settings/storage'
import type { User } from '../../people/users/user'
import { ownUrl } from '../../realm/settings/own-url'
import { settingsOf } from '../../realm/settings/storage'

/** The facts that every email needs: its recipient, the name and address of the organization, and the texts in one language. */
export type EmailContext = {
  realm_name: string
  realm_url: string
  language: Language
  words: EmailWords
  /** The part of the email that its text does not change. */
  addressed: Pick<Email, 'from_name' | 'to' | 'language'>
}

/** Returns the context of an email to an address whose owner may have no account. It is in the language of the organization. */
export const emailContext = (realm: ReadOnlyRealm, to: string): EmailContext =>
  contextIn(realm, to, settingsOf(realm).default_language)

/** Returns the context of an email to a user, in the language of the user. `to` is another address of the user. */
export const emailContextOf = (realm: ReadOnlyRealm, user: User, to = user.delivery_email): EmailContext =>
  contextIn(realm, to, userSettingsOf(realm, user).default_language)

function contextIn(realm: ReadOnlyRealm, to: string, requested: string): EmailContext {
  const language = languageFor(requested, settingsOf(realm).default_language)
  const { name: realm_name } = settingsOf(realm)
  const addressed = { from_name: realm_name, to, language }
  return { realm_name, realm_url: ownUrl(realm), language, words: emailWords(language), addressed }
}

/** Returns a time as an email to a user has it: in the language and the time zone of the user. */
export function timeFor(realm: ReadOnlyRealm, user: User, seconds: number): string {
  const { language } = emailContextOf(realm, user)
  const format = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: userSettingsOf(realm, user).timezone || 'UTC',
    timeZoneName: 'short',
  })
  return format.format(seconds * 1000)
}
