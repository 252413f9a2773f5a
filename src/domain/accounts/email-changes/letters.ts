import type { Email } from '../../../store/email'
import type { Addressed } from '../confirmations/addressed'

export const emailChangeLetter = ({ realm_name, realm_url, to, seed }: Addressed & { seed: string }): Email => ({
  from_name: realm_name,
  to,
  subject: `Your new email address on ${realm_name}`,
  paragraphs: [
    `You want your account on ${realm_name} to have this address. To make it so, open this link within a day:`,
    { url: `${realm_url}/accounts/confirm_new_email`, seed },
    'If it was not you, you can ignore this message.',
  ],
})

export const addressTakenLetter = ({ realm_name, to }: Addressed): Email => ({
  from_name: realm_name,
  to,
  subject: `Your email address on ${realm_name}`,
  paragraphs: [
    `Somebody wants to use this address for their account on ${realm_name}, but another account has it. It stays as it was.`,
  ],
})

/** To the old address, as whoever still reads it may be the one whose account it is. */
export const emailChangedLetter = ({ realm_name, to, new_email }: Addressed & { new_email: string }): Email => ({
  from_name: realm_name,
  to,
  subject: `Your email address on ${realm_name} has changed`,
  paragraphs: [
    `Your account on ${realm_name} has the address ${new_email} from here on.`,
    'If it was not you who changed it, tell an administrator of the organization.',
  ],
})
