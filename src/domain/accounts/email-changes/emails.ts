import type { Email } from '../../../store/email'
import type { EmailContext } from '../mail/email-context'

export const emailChangeEmail = ({ realm_name, realm_url, to, seed }: EmailContext & { seed: string }): Email => ({
  from_name: realm_name,
  to,
  subject: `Your new email address on ${realm_name}`,
  paragraphs: [
    `You want to use this address for your account on ${realm_name}. To confirm it, open this link within a day:`,
    { url: `${realm_url}/accounts/confirm_new_email`, seed },
    'If it was not you, you can ignore this message.',
  ],
})

export const addressTakenEmail = ({ realm_name, to }: EmailContext): Email => ({
  from_name: realm_name,
  to,
  subject: `Your email address on ${realm_name}`,
  paragraphs: [
    `A user wants to use this address for their account on ${realm_name}, but another account has it. Nothing has changed.`,
  ],
})

/** To the old address: if another person changed the address, the user still reads the old one. */
export const emailChangedEmail = ({ realm_name, to, new_email }: EmailContext & { new_email: string }): Email => ({
  from_name: realm_name,
  to,
  subject: `Your email address on ${realm_name} has changed`,
  paragraphs: [
    `Your account on ${realm_name} now has the address ${new_email}.`,
    'If it was not you who changed it, tell an administrator of the organization.',
  ],
})
