import type { Email } from '../../../store/email'
import type { EmailContext } from '../../mail/mail/email-context'

export const signUpEmail = ({
  addressed,
  realm_name,
  realm_url,
  words,
  seed,
}: EmailContext & { seed: string }): Email => ({
  ...addressed,
  subject: words.account(realm_name),
  paragraphs: [words.signUp.ask(realm_name), { url: `${realm_url}/join`, seed }, words.signUp.ignore],
})

/** For an address that already has an account. The page does not say so, because any visitor may enter any address. */
export const hasAccountEmail = ({ addressed, realm_name, realm_url, words }: EmailContext): Email => ({
  ...addressed,
  subject: words.account(realm_name),
  paragraphs: [words.hasAccount.text(realm_name), words.hasAccount.logIn(realm_url), words.ignore],
})

type Welcome = { hasPassword: boolean; isFounder: boolean }

/** The founder of an organization also learns what to do first. */
export const welcomeEmail = (
  { addressed, realm_name, realm_url, words }: EmailContext,
  { hasPassword, isFounder }: Welcome,
): Email => ({
  ...addressed,
  subject: words.welcome.subject(realm_name),
  site: realm_url,
  paragraphs: [
    words.welcome.text(realm_name),
    hasPassword ? words.welcome.withPassword(realm_url) : words.welcome.withProvider(realm_url),
    ...(isFounder ? [words.founder.hello, ...words.founder.steps(realm_url), words.founder.password(realm_url)] : []),
  ],
})
