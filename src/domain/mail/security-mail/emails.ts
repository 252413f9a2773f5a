import type { EmailWords } from '../../../pages/words/emails-en'
import type { Email, SecretLink } from '../../../store/email'
import type { EmailContext } from '../mail/email-context'

type Login = { program: string; address: string; time: string; unsubscribe: SecretLink }

export const newDeviceEmail = (
  { addressed, realm_name, realm_url, words }: EmailContext,
  { unsubscribe, ...login }: Login,
): Email => ({
  ...addressed,
  subject: words.newDevice.subject(realm_name, login.program),
  paragraphs: [
    words.newDevice.text(realm_name, login),
    words.newDevice.notYou(realm_url),
    words.newDevice.unsubscribe,
    unsubscribe,
  ],
  unsubscribe,
})

/** The changes of an account that its user must learn of: each is a way to log in. */
export type SecurityChange = keyof EmailWords['change']['of']

export const securityChangeEmail = (
  { addressed, realm_name, words }: EmailContext,
  change: SecurityChange,
  { time, link }: { time: string; link?: SecretLink | undefined },
): Email => ({
  ...addressed,
  subject: words.change.subject(realm_name),
  paragraphs: [
    `${words.change.of[change]} ${words.change.when(realm_name, time)}`,
    ...(link ? [words.change.logIn, link] : []),
    words.notYou,
  ],
})
