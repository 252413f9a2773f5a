import type { Email } from '../../../store/email'
import type { Addressed } from '../confirmations/addressed'

export const signUpLetter = ({ realm_name, realm_url, to, seed }: Addressed & { seed: string }): Email => ({
  from_name: realm_name,
  to,
  subject: `Your account on ${realm_name}`,
  paragraphs: [
    `You asked for an account on ${realm_name}. To choose your name and password, open this link within a day:`,
    { url: `${realm_url}/join`, seed },
    'If it was not you, you can ignore this message: there is no account unless you open the link.',
  ],
})

/** To whoever asked for what they have: the page said nothing of it, as anybody may ask for anybody. */
export const hasAccountLetter = ({ realm_name, realm_url, to }: Addressed): Email => ({
  from_name: realm_name,
  to,
  subject: `Your account on ${realm_name}`,
  paragraphs: [
    `Somebody asked for an account on ${realm_name} with this address, and there is one already.`,
    `If it was you, log in at ${realm_url}. If you do not know your password any more, choose another at ${realm_url}/accounts/password/reset/`,
    'If it was not you, you can ignore this message.',
  ],
})

export const welcomeLetter = ({ realm_name, realm_url, to }: Addressed): Email => ({
  from_name: realm_name,
  to,
  subject: `Welcome to ${realm_name}`,
  paragraphs: [
    `You have an account on ${realm_name} now, with this address.`,
    `Any client for this kind of server logs in at ${realm_url} with it and the password you chose.`,
  ],
})
