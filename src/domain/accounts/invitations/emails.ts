import type { Email } from '../../../store/email'
import type { EmailContext } from '../../mail/mail/email-context'

type Invited = EmailContext & { inviter: string; seed: string }

export const invitationEmail = ({ addressed, realm_name, realm_url, words, inviter, seed }: Invited): Email => ({
  ...addressed,
  subject: words.invitation.subject(inviter, realm_name),
  paragraphs: [
    words.invitation.hello,
    words.invitation.ask(inviter, realm_name),
    { url: `${realm_url}/join`, seed },
    words.invitation.ignore(inviter),
  ],
})

/** For an address that already has an account. The inviter may not know whose address it is, so only this email says it. */
export const alreadyMemberEmail = ({
  addressed,
  realm_name,
  realm_url,
  words,
  inviter,
}: Omit<Invited, 'seed'>): Email => ({
  ...addressed,
  subject: words.invitation.subject(inviter, realm_name),
  paragraphs: [
    words.invitation.hello,
    words.invitation.isMember(inviter, realm_name),
    words.invitation.logIn(realm_url),
    words.invitation.unseen(inviter),
  ],
})
