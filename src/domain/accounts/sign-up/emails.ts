import type { Email } from '../../../store/email'
import type { EmailContext } from '../mail/email-context'

export const signUpEmail = ({ realm_name, realm_url, to, seed }: EmailContext & { seed: string }): Email => ({
  from_name: realm_name,
  to,
  subject: `Your account on ${realm_name}`,
  paragraphs: [
    `You asked for an account on ${realm_name}. To choose your name and password, open this link within a day:`,
    { url: `${realm_url}/join`, seed },
    'If it was not you, you can ignore this message. An account is created only with this link.',
  ],
})

/** For an address that already has an account. The page does not say so, because any visitor may enter any address. */
export const hasAccountEmail = ({ realm_name, realm_url, to }: EmailContext): Email => ({
  from_name: realm_name,
  to,
  subject: `Your account on ${realm_name}`,
  paragraphs: [
    `A visitor asked for an account on ${realm_name} with this address, but the address already has one.`,
    `If it was you, log in at ${realm_url}. If you forgot your password, choose a new one at ${realm_url}/accounts/password/reset/`,
    'If it was not you, you can ignore this message.',
  ],
})

export const welcomeEmail = ({ realm_name, realm_url, to }: EmailContext, hasPassword: boolean): Email => ({
  from_name: realm_name,
  to,
  subject: `Welcome to ${realm_name}`,
  paragraphs: [
    `You have an account on ${realm_name} now, with this address.`,
    hasPassword
      ? `Any client for this kind of server logs in at ${realm_url} with it and the password you chose.`
      : `Any client for this kind of server logs in at ${realm_url} as you just did.`,
  ],
})
