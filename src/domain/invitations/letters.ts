import type { Letter } from '../../store/letter'
import type { Addressed } from '../confirmations/addressed'

type Invited = Addressed & { inviter: string; seed: string }

export const invitationLetter = ({ realm_name, realm_url, to, inviter, seed }: Invited): Letter => ({
  from_name: realm_name,
  to,
  subject: `${inviter} has invited you to join ${realm_name}`,
  paragraphs: [
    'Hello!',
    `${inviter} wants you to join them on ${realm_name}. To get started, open this link:`,
    { url: `${realm_url}/join`, seed },
    `It is meant for you alone. If you do not know ${inviter}, you can ignore this message.`,
  ],
})
